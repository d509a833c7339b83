"""True claims in other words than their evidence, and false ones in like words, as they are read.

They were written while checks by rules were made (ADR 17), before there was this reader.
"""

from __future__ import annotations

import math
from functools import cache

from vera.core.ports import Asked, Entailment
from vera.verification.entailment.cross_encoder import PackagedCrossEncoder

TRUE = [
    ("The drug did not help children.", "The drug helped adults but not children."),
    ("The drug helped adults.", "The drug helped adults but not children."),
    ("The drug cured few patients.", "The drug cured 12% of patients."),
    ("The drug cured most patients.", "The drug cured 62 of the 80 patients."),
    ("Most patients were not cured by the drug.", "The drug cured 12% of patients."),
    ("The drug cured a few patients.", "The drug cured 5 of the 8 patients."),
    ("The drug cured most patients.", "The drug cured 12% of children and 80% of other patients."),
    ("A bee is fed when it is small.", "A bee is fed when it is small. Nothing is fed by default."),
    (
        "A third of the children stopped treatment early.",
        "Of 90 children, 30 discontinued treatment prematurely.",
    ),
    ("Half of all samples were negative.", "Of the 48 samples tested, 24 (50%) were negative."),
    ("The drug halved mortality.", "Mortality fell from 12% to 6% with the drug."),
    ("Mortality was cut by half.", "Mortality was 6% with the drug and 12% with placebo."),
    ("Accuracy doubled from 30% to 60%.", "Accuracy rose from 30% to 60%, a two-fold gain."),
    ("Training took less than a day.", "Training took 14 hours on one GPU."),
    ("Training took under two weeks.", "Training took nine days on eight GPUs."),
    ("Participants were followed for a decade.", "Participants were followed up for ten years."),
    ("The interval between doses was a fortnight.", "Doses were given two weeks apart."),
    ("The lesion shrank to a tenth of its size.", "The lesion shrank by 90%."),
    ("Nearly everyone responded.", "Of the patients, 97% responded."),
    ("Only one in five responded.", "Twenty percent of patients responded."),
    ("Most patients did not respond.", "Only 20% of patients responded."),
    ("The majority of mice survived.", "Of 20 mice, 14 survived."),
    ("The groups did not differ in age.", "Age was similar in both groups."),
    (
        "There was no difference in pain between groups.",
        "Pain scores were comparable between the groups (p = 0.64).",
    ),
    (
        "The two methods perform equally well.",
        "No significant difference was found between the two methods.",
    ),
    ("Adding dropout did not help.", "Adding dropout yielded no improvement."),
    (
        "Without pretraining, accuracy drops by 5 points.",
        "Pretraining improves accuracy by 5 points.",
    ),
    ("Removing attention hurts performance.", "Attention improves performance."),
    ("The control group fared worse.", "The treated group did better than controls."),
    ("Model A is faster than model B.", "Model B is slower than model A."),
    ("Placebo was less effective than the drug.", "The drug was more effective than placebo."),
    ("Younger patients recovered sooner.", "Older patients recovered later."),
    ("Error decreased as data grew.", "More data led to lower error."),
    (
        "The effect vanished after adjusting for age.",
        "After adjustment for age, there was no longer an effect.",
    ),
    ("The vaccine is safe.", "No serious adverse events were observed with the vaccine."),
    ("No deaths occurred.", "All patients survived."),
    ("Nobody died during the trial.", "There were zero deaths in the trial."),
    ("All patients survived.", "There were no deaths."),
    ("Compliance was imperfect.", "Compliance was not complete."),
    ("The method needs no labels.", "The method is unsupervised and works without labels."),
    ("The sensor is accurate to within 2 mm.", "The sensor has an error of at most 2 mm."),
    ("The device weighs under one kilogram.", "The device weighs 850 g."),
    ("The reaction runs at room temperature.", "The reaction was carried out at 22 C."),
    ("The sample was heated to 100 degrees Celsius.", "The sample was heated to 373 K."),
    ("Doses above 50 mg were not tolerated.", "Patients tolerated doses up to 50 mg."),
    ("The corpus has over a million sentences.", "The corpus contains 1.2M sentences."),
    ("Roughly 1,200 people took part.", "There were 1,187 participants."),
    ("About two thirds were women.", "Women made up 66% of the sample."),
    ("Three of four raters agreed.", "75% of raters agreed."),
    ("The odds were 40% lower.", "The odds ratio was 0.60."),
    ("Risk was reduced by a quarter.", "The relative risk was 0.75 (95% CI 0.61 to 0.92)."),
    (
        "Patients lived twice as long.",
        "Median survival was 20 months with treatment and 10 months without.",
    ),
    (
        "The second trial failed to confirm the result.",
        "The result could not be replicated in the second trial.",
    ),
    (
        "Smoking was not linked to the outcome.",
        "There was no association between smoking and the outcome.",
    ),
    ("Blood pressure stayed the same.", "Blood pressure did not change."),
    ("The protein was absent from muscle.", "The protein was not detected in muscle."),
    ("Neither drug worked.", "Both drugs were ineffective."),
    ("Both treatments were useless.", "Neither treatment was effective."),
    ("The tool was released as open source.", "We make the tool publicly available."),
    (
        "It is unknown whether this holds in humans.",
        "Whether this holds in humans remains to be determined.",
    ),
    ("The trial was stopped early.", "The trial was not completed as planned."),
    ("Few patients had side effects.", "Side effects were uncommon, seen in 4% of patients."),
    ("Recall beats precision.", "Precision is lower than recall."),
    ("The first author coded all interviews.", "All interviews were coded by the first author."),
    ("Cases outnumbered controls.", "There were more cases than controls."),
    (
        "Sales dipped in 2019 before recovering in 2020.",
        "Sales recovered in 2020 after a dip in 2019.",
    ),
    ("X was measured before Y.", "Y was measured after X."),
    ("Eighty percent of patients did not respond.", "Only 20% of patients responded."),
    ("Height was measured before weight.", "Weight was measured after height."),
    ("A fifth of the samples were discarded.", "We kept 80% of the samples."),
    ("Before surgery, patients fasted.", "Patients fasted before surgery."),
    ("After surgery, patients fasted.", "Patients fasted after surgery."),
    ("Higher doses lowered the risk.", "Lower doses raised the risk."),
    ("Few patients responded.", "Most patients did not respond."),
    ("The enzyme was missing in mutants.", "The enzyme was not found in mutants."),
    ("There were no deaths.", "Zero deaths were recorded."),
    ("Costs fell to a quarter.", "Costs fell by 75%."),
    ("Less sleep meant worse recall.", "More sleep meant better recall."),
    ("Bacteria grew faster at 37 degrees than at 25.", "Growth was slower at 25 C than at 37 C."),
    (
        "Low doses had no effect; only high doses worked.",
        "An effect was seen at high but not at low doses.",
    ),
    ("The effect was confined to women.", "The effect was seen in women but not in men."),
    ("Men did not benefit.", "Only women benefited from the treatment."),
    ("Nothing changed in the control group.", "Controls showed no change."),
    ("The result held even without the outliers.", "Removing outliers did not change the result."),
    ("Outliers did not drive the result.", "The result was unchanged when outliers were removed."),
    (
        "The drug does not cross the blood-brain barrier.",
        "The blood-brain barrier is impermeable to the drug.",
    ),
    ("The compound is insoluble in water.", "The compound does not dissolve in water."),
    ("Response rates were below one half.", "Response rates ranged from 31% to 46%."),
    ("At least three reviewers read each paper.", "Each paper was read by four reviewers."),
    ("Each paper had several reviewers.", "Each paper was read by four reviewers."),
    ("The study lasted five years.", "The study ran from 2010 to 2015."),
    (
        "Recruitment began in 2010 and ended five years later.",
        "Recruitment ran from 2010 until 2015.",
    ),
    ("Mean age was 45.", "Participants were on average 45 years old (SD 12)."),
    ("Weight fell by 5 kg, to 70.", "Weight decreased from 75 kg to 70 kg."),
    ("The price rose fivefold.", "The price rose from $2 to $10."),
    ("Prices increased by half.", "Prices rose by 50%."),
    ("A small minority, 3 of 60, withdrew.", "Three of the 60 participants (5%) withdrew."),
    ("95% completed the study.", "Three of the 60 participants (5%) withdrew."),
    ("Only 5% failed to complete the study.", "95% of participants completed the study."),
    ("The kappa was 0.8, so raters agreed well.", "Inter-rater agreement was high (kappa = 0.80)."),
    ("BERT is beaten by RoBERTa.", "RoBERTa outperforms BERT."),
    ("RoBERTa beats BERT by two points.", "RoBERTa scores 88.1 and BERT 86.1."),
    (
        "Unlike BERT, RoBERTa drops next-sentence prediction.",
        "RoBERTa removes the next-sentence prediction objective of BERT.",
    ),
    ("Larger models forget less.", "Smaller models forget more."),
    (
        "The old method needed twice the memory.",
        "The new method uses half the memory of the old one.",
    ),
    ("The new method halves memory.", "Memory usage is reduced by 50% with the new method."),
    ("Patients were not randomized.", "This was a non-randomized study."),
    ("Neither patients nor doctors knew the allocation.", "The trial was double-blind."),
    ("The trial was not blinded.", "This was an open-label trial."),
    ("The gene is not needed for survival.", "Mice lacking the gene are viable."),
    ("Mice without the gene survive.", "Knockout mice are viable."),
    ("Deleting the gene killed the mice.", "Knockout mice died."),
    ("Loss of the gene reduces fat.", "Knockout mice have less fat."),
    ("The gene promotes fat storage.", "Knockout mice have less fat."),
    ("The protein suppresses tumours.", "Loss of the protein promotes tumour growth."),
    ("Inhibiting the enzyme protects neurons.", "Neurons survive when the enzyme is inhibited."),
    ("The enzyme harms neurons.", "Inhibition of the enzyme protects neurons."),
    ("Anxiety went down and sleep improved.", "Participants were less anxious and slept better."),
    ("Sleep improved while anxiety went down.", "Anxiety decreased and sleep improved."),
    ("The vaccine prevented nine in ten infections.", "Vaccine efficacy was 90%."),
    ("The test misses one case in ten.", "The test has a sensitivity of 90%."),
    ("One in ten healthy people test positive.", "The specificity is 90%."),
    ("It is not clear why.", "The reason is unknown."),
    ("The authors could not explain the drop.", "The cause of the drop remains unclear."),
    (
        "No correlation was found between age and score.",
        "Age and score were uncorrelated (r = 0.02).",
    ),
    ("The relation was weak.", "There was little correlation (r = 0.12)."),
    (
        "Later cohorts did better than earlier ones.",
        "Earlier cohorts had worse outcomes than later cohorts.",
    ),
    ("Symptoms eased within a week.", "Symptoms improved after five days."),
    ("The sensor keeps working below freezing.", "The sensor operates down to -20 C."),
    (
        "The first dose was less effective than the second.",
        "The second dose was more effective than the first.",
    ),
    (
        "Exposure before birth matters more than after.",
        "Prenatal exposure has a larger effect than postnatal exposure.",
    ),
    (
        "It took longer to train but was quicker at test time.",
        "Training is slower but inference is faster.",
    ),
    ("The tool fails on scanned pages.", "Scanned pages are not supported by the tool."),
    ("Precision stays above 0.9.", "Precision never drops below 0.90."),
    ("Errors are never larger than 3 pixels.", "The maximum error is 3 pixels."),
    ("The lowest score was 12.", "Scores ranged from 12 to 48."),
    ("The scores ranged up to 48.", "The highest score was 48."),
    ("No patient was younger than 18.", "All patients were at least 18 years old."),
    ("Most errors come from negation.", "Negation accounts for 61% of the errors."),
    (
        "The new splitter handled abbreviations better than the old one.",
        (
            "Sentence splitting is hard where abbreviations abound. The new splitter made 12 "
            "errors on them and the old one 57. Neither handled citations without error."
        ),
    ),
    (
        "Rare words were left out of the experiment.",
        (
            "We consider nouns that occur at least 100 times. Words below that frequency were not "
            "included, since their contexts are too few. The remaining nouns were clustered."
        ),
    ),
    (
        "The classifier works best for nouns.",
        (
            "Accuracy was 81% for nouns, 74% for verbs and 69% for adjectives. Errors for verbs "
            "were not due to sparse data."
        ),
    ),
    (
        "Verbs were harder than nouns.",
        (
            "Accuracy was 81% for nouns, 74% for verbs and 69% for adjectives. Errors for verbs "
            "were not due to sparse data."
        ),
    ),
    (
        "The authors did not test other languages.",
        (
            "Experiments were limited to English. The method itself does not depend on the "
            "language, and no resource other than a tagger is needed."
        ),
    ),
    (
        "The approach needs only a tagger.",
        (
            "Experiments were limited to English. The method itself does not depend on the "
            "language, and no resource other than a tagger is needed."
        ),
    ),
    (
        "GPUs with more memory allow bigger batches.",
        (
            "Memory limits the batch size. With 32 GB instead of 16 GB the batch could be doubled, "
            "which did not change accuracy."
        ),
    ),
    (
        "Doubling the batch left accuracy as it was.",
        (
            "Memory limits the batch size. With 32 GB instead of 16 GB the batch could be doubled, "
            "which did not change accuracy."
        ),
    ),
    (
        "Radiologists outperformed the network on small nodules.",
        (
            "For nodules above 10 mm the network was as good as radiologists. For small nodules it "
            "was worse, and no ensemble closed the gap."
        ),
    ),
    (
        "Few labelled medical images exist.",
        (
            "Medical images differ from natural ones. Nevertheless most studies pretrain on "
            "ImageNet, because labelled medical images are rare. Whether this is optimal is not "
            "known."
        ),
    ),
    (
        "Removing the parser barely changed the score.",
        (
            "Without the parser, the F-measure fell from 71.2 to 70.9. The lexicon was more "
            "important: without it, the F-measure was 63.0."
        ),
    ),
    (
        "The lexicon matters more than the parser.",
        (
            "Without the parser, the F-measure fell from 71.2 to 70.9. The lexicon was more "
            "important: without it, the F-measure was 63.0."
        ),
    ),
    (
        "Pronouns were resolved less well than names.",
        (
            "The system resolves proper names with a precision of 91%. Pronouns are not resolved "
            "as well (72%), mostly because gender is unknown."
        ),
    ),
    (
        "The tool installs without compiling anything.",
        (
            "Installation is possible via pip or conda. No compilation is necessary. Users of "
            "older systems must install two libraries by hand."
        ),
    ),
    (
        "Graphs of any size can be processed.",
        (
            "Graphs are stored in HDF5, so that they need not fit into memory. There is no upper "
            "limit on their size."
        ),
    ),
    (
        "The user can add features of their own.",
        (
            "Features are computed by modules. Users may write their own modules, which does not "
            "require changes to the core code."
        ),
    ),
    (
        "Users do not have to touch the core to add a module.",
        (
            "Features are computed by modules. Users may write their own modules, which does not "
            "require changes to the core code."
        ),
    ),
    (
        "Documentation is better than in the first version.",
        (
            "The first version was hard to use because it was barely documented. DeepTool 2 has "
            "tutorials for all steps and is tested on every change."
        ),
    ),
    (
        "A dictionary covers only part of new words.",
        (
            "Newly coined words are often missing from dictionaries. In our sample 62% were not "
            "listed. Transliteration is not enough for the rest."
        ),
    ),
    (
        "More than half of the sampled new words had no dictionary entry.",
        (
            "Newly coined words are often missing from dictionaries. In our sample 62% were not "
            "listed. Transliteration is not enough for the rest."
        ),
    ),
    (
        "Context helps where sound does not.",
        (
            "Some names are translated by sound and others by meaning. When transliteration fails, "
            "the contexts of a word are compared with those of its candidates."
        ),
    ),
    (
        "Using both clues beats either alone.",
        (
            "Context alone ranks the right translation first in 37% of cases and transliteration "
            "alone in 46%. Combined they reach 58%."
        ),
    ),
    (
        "Questions with short answers were easier.",
        (
            "Questions whose answers are short were answered with 70% accuracy. For long answers "
            "the accuracy did not exceed 40%."
        ),
    ),
    (
        "Long answers were right in at most two of five cases.",
        (
            "Questions whose answers are short were answered with 70% accuracy. For long answers "
            "the accuracy did not exceed 40%."
        ),
    ),
    (
        "The model does not use word order.",
        (
            "Sentences are represented as bags of words. Although syntax is ignored, the ranking "
            "is good."
        ),
    ),
    (
        "Syntax plays no part in the representation.",
        (
            "Sentences are represented as bags of words. Although syntax is ignored, the ranking "
            "is good."
        ),
    ),
    (
        "Patients on the drug were readmitted less often.",
        (
            "Of the patients on the drug, 8% were readmitted within a month. Of those on placebo, "
            "13% were. Deaths did not differ."
        ),
    ),
    (
        "Mortality was the same in both arms.",
        (
            "Of the patients on the drug, 8% were readmitted within a month. Of those on placebo, "
            "13% were. Deaths did not differ."
        ),
    ),
    (
        "Training data from other hospitals hurt rather than helped.",
        (
            "Adding data from a second hospital decreased the AUC from 0.91 to 0.87. Models "
            "trained at one hospital did not transfer to another."
        ),
    ),
    (
        "A model from one hospital fails at another.",
        (
            "Adding data from a second hospital decreased the AUC from 0.91 to 0.87. Models "
            "trained at one hospital did not transfer to another."
        ),
    ),
    (
        "Deeper networks gave no gain beyond 50 layers.",
        (
            "Accuracy increased up to 50 layers. Deeper networks were not better, and they took "
            "longer to train."
        ),
    ),
    (
        "Accuracy rose with depth up to 50 layers.",
        (
            "Accuracy increased up to 50 layers. Deeper networks were not better, and they took "
            "longer to train."
        ),
    ),
    (
        "The review excludes work before 2012.",
        (
            "We searched for papers published from 2012 on. Earlier work was not considered, with "
            "the exception of two classics."
        ),
    ),
    (
        "Apart from two classics, older work is ignored.",
        (
            "We searched for papers published from 2012 on. Earlier work was not considered, with "
            "the exception of two classics."
        ),
    ),
    (
        "The lower threshold found more pairs but more of them were wrong.",
        (
            "Lowering the threshold increased recall from 0.5 to 0.7. Precision dropped from 0.9 "
            "to 0.6, which is not acceptable for most uses."
        ),
    ),
    (
        "Precision suffers when the threshold is lowered.",
        (
            "Lowering the threshold increased recall from 0.5 to 0.7. Precision dropped from 0.9 "
            "to 0.6, which is not acceptable for most uses."
        ),
    ),
    (
        "A higher threshold gives fewer but cleaner pairs.",
        (
            "Lowering the threshold increased recall from 0.5 to 0.7. Precision dropped from 0.9 "
            "to 0.6, which is not acceptable for most uses."
        ),
    ),
    ("The drug is less effective than placebo.", "The drug is not as effective as placebo."),
    ("The gene is dispensable for growth.", "Growth was unaffected by loss of the gene."),
    ("Patients under 18 were not included.", "Only adults (18 years or older) were included."),
    (
        "Senses found by clustering need no labelled examples.",
        (
            "Supervised systems need labelled examples, which are expensive. Our method clusters "
            "contexts and thus discovers senses without supervision. It does not reach the "
            "accuracy of supervised systems."
        ),
    ),
    (
        "On large nodules the network and radiologists were equal.",
        (
            "For nodules above 10 mm the network was as good as radiologists. For small nodules it "
            "was worse, and no ensemble closed the gap."
        ),
    ),
    (
        "Pretraining on natural images is common although medical images look different.",
        (
            "Medical images differ from natural ones. Nevertheless most studies pretrain on "
            "ImageNet, because labelled medical images are rare. Whether this is optimal is not "
            "known."
        ),
    ),
]

FALSE = [
    ("The drug did not reduce pain by 20%.", "The drug reduced pain by 60%."),
    ("In 80% of cases the drug did not work.", "In 80% of cases the drug worked."),
    (
        "The drug reduced mortality in children.",
        "The drug reduced mortality in adults but not in children.",
    ),
    ("The drug cured few patients.", "The drug cured 62 of the 80 patients."),
    ("The drug cured a minority of the patients.", "The drug cured 78% of the patients."),
    ("The drug cured most patients.", "The drug cured 12% of patients."),
    ("A bee is fed by default.", "A bee is fed when it is small. Nothing is fed by default."),
    (
        "A net that holds half of the fish does not hold all of the crabs.",
        "A net that holds half of the fish holds all of the crabs.",
    ),
    ("X was measured after Y.", "Y was measured after X."),
    ("Height was measured before weight.", "Weight was measured before height."),
    ("Eighty percent of patients responded.", "Only 20% of patients responded."),
    ("Most patients responded.", "Most patients did not respond."),
    (
        "Without pretraining, accuracy improves by 5 points.",
        "Pretraining improves accuracy by 5 points.",
    ),
    ("Pretraining lowers accuracy by 5 points.", "Pretraining improves accuracy by 5 points."),
    ("Older patients recovered sooner.", "Older patients recovered later."),
    ("Younger patients recovered later.", "Older patients recovered later."),
    ("The protein was present in muscle.", "The protein was not detected in muscle."),
    ("The lesion shrank to 90%.", "The lesion shrank by 90%."),
    ("The gene impaired growth.", "The gene did not impair growth but promoted it."),
    ("Eighty percent of patients did not respond.", "Eighty percent of patients responded."),
    ("Mortality fell by 40%.", "Mortality fell from 12% to 6%."),
    ("Mice with the gene survive.", "Mice without the gene survive."),
    ("Accuracy improved by 3 points.", "Accuracy dropped by 3 points."),
    ("Training took three weeks.", "Training took three days."),
    ("The trial enrolled 1,200 patients.", "The trial enrolled 120 patients."),
    ("The difference was significant.", "The difference was not significant (p = 0.21)."),
    ("Drug A was better than drug B.", "Drug B was better than drug A."),
    ("Women had a higher risk than men.", "Men had a higher risk than women."),
    ("Risk was higher in women.", "Risk was higher in men than in women."),
    ("The vaccine was tested in humans.", "The vaccine was tested in mice."),
    ("Smoking causes the disease.", "Smoking was associated with the disease."),
    ("The model was trained on ImageNet.", "The model was trained on CIFAR-10."),
    ("The enzyme is inhibited by zinc.", "The enzyme is activated by zinc."),
    ("Exposure increased after 2010.", "Exposure decreased after 2010."),
    ("No mice died.", "Three of the ten mice died."),
    ("Sensitivity was 90% and specificity 80%.", "Sensitivity was 80% and specificity 90%."),
    ("The dose was 5 mg daily.", "The dose was 5 mg weekly."),
    ("The dose was 50 mg.", "The dose was 50 µg."),
    ("The mutation is dominant.", "The mutation is recessive."),
    ("The gene is upregulated in tumours.", "The gene is downregulated in tumours."),
    ("The protein binds DNA.", "The protein does not bind DNA."),
    ("The method requires labelled data.", "The method requires no labelled data."),
    ("The tumour shrank.", "The tumour grew."),
    ("The results were replicated.", "The results could not be replicated."),
    ("The results were replicated.", "The results failed to replicate."),
    ("The first phase was longer.", "The second phase was longer than the first."),
    ("Caffeine shortens sleep.", "Caffeine does not affect sleep."),
    ("Caffeine has no effect on sleep.", "Caffeine shortens sleep."),
    ("Half of the patients relapsed.", "A third of the patients relapsed."),
    ("The correlation was negative.", "The correlation was positive (r = 0.6)."),
    ("The correlation was positive.", "There was an inverse correlation."),
    ("The correlation was strong.", "The correlation was weak (r = 0.1)."),
    ("The device is cheap.", "The device is expensive."),
    ("It was approved in 2015.", "It was approved in 2017."),
    ("Blood pressure rose.", "Blood pressure did not change."),
    ("Blood pressure was unchanged.", "Blood pressure rose by 10 mmHg."),
    ("Participants were blinded.", "Participants were not blinded to treatment."),
    ("The compound is soluble in water.", "The compound is insoluble in water."),
    ("Younger patients responded better.", "Older patients responded better."),
    ("Treatment started before surgery.", "Treatment started after surgery."),
    ("Precision exceeded recall.", "Recall exceeded precision."),
    ("A outperforms B on all tasks.", "A outperforms B on two of five tasks."),
    ("The disease is rare.", "The disease is common."),
    ("The majority agreed.", "Only 30% agreed."),
    ("Costs doubled.", "Costs tripled."),
    ("The drug is as good as placebo.", "The drug is not as good as placebo."),
    ("The drug is not as effective as placebo.", "The drug is as effective as placebo."),
    ("Pronouns were resolved as well as names.", "Pronouns were not resolved as well as names."),
    (
        "Sales recovered in 2019 before dipping in 2020.",
        "Sales recovered in 2020 after a dip in 2019.",
    ),
    ("Twenty percent of patients did not respond.", "Only 20% of patients responded."),
    ("The protein was detected in muscle.", "The protein was absent from muscle."),
    ("Patients died during the trial.", "There were zero deaths in the trial."),
    (
        "The drug raised glucose and lowered insulin.",
        "The drug lowered glucose and raised insulin.",
    ),
    ("Patients were randomized.", "This was a non-randomized study of patients."),
    ("The p-value was below 0.01.", "The difference was not significant (p = 0.21)."),
    ("The difference was significant.", "There was no difference between groups (p = 0.21)."),
    ("All mice survived.", "Three of the ten mice died."),
    ("Every participant finished.", "Of 60 participants, 57 finished."),
    ("The effect lasted a year.", "The effect lasted two months."),
    ("The effect was permanent.", "The effect disappeared after two months."),
    ("Temperature was held at 37 K.", "Temperature was held at 37 C."),
    ("The study was randomized.", "The study was observational."),
    ("Patients preferred the old device.", "Patients preferred the new device."),
    (
        "Response rate was 45% with the drug.",
        "Response rate was 45% with placebo and 60% with the drug.",
    ),
    ("The old algorithm converges faster.", "The new algorithm converges faster than the old one."),
    ("The survey was sent to nurses.", "The survey was sent to doctors."),
    ("It was the first such trial.", "Earlier trials had shown the same."),
    ("The survey was anonymous.", "Respondents gave their names."),
    ("The gene protects against cancer.", "The gene predisposes to cancer."),
    ("The drug is safe.", "The drug caused severe liver damage."),
]


@cache
def _read() -> tuple[list[Entailment], list[Entailment]]:
    """What is made of the true ones, and of the false ones."""
    reader = PackagedCrossEncoder()
    asked = [[Asked(*pair) for pair in pairs] for pairs in (TRUE, FALSE)]
    true, false = (list(reader.predict(pairs).unwrap()) for pairs in asked)
    return true, false


def _agrees(said: Entailment) -> float:
    return said.entailed - said.contradicted


def test_true_ones_are_told_from_false_ones() -> None:
    """A true one is read as more entailed than a false one, five times of six."""
    true, false = (list(map(_agrees, read)) for read in _read())
    assert min(len(true), len(false)) > 80
    above = sum(one > other for one in true for other in false)
    assert above > 5 / 6 * len(true) * len(false)


def test_few_true_ones_are_read_as_denied() -> None:
    """And a quarter of the false ones are."""
    true, false = ([math.exp(each.contradicted) > 0.8 for each in read] for read in _read())
    assert sum(true) < 0.04 * len(true)
    assert sum(false) > 0.25 * len(false)
