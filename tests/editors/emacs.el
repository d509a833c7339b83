;;; -*- lexical-binding: t -*-
;; Does in Emacs what somebody does, and writes what is seen as JSON into the file SEEN.

(require 'eglot)
(require 'json)

(setq eglot-sync-connect 300
      eglot-connect-timeout 300
      native-comp-enable-subr-trampolines nil ; nothing is compiled for a stand-in
      last-nonmenu-event ?x) ; else a menu for the mouse is opened

(defun wait-for (what)
  "Wait until WHAT is true, for five minutes."
  (let ((end (+ (float-time) 300)))
    (while (and (< (float-time) end) (not (funcall what)))
      (accept-process-output nil 0.05))))

(defun told ()
  "What Flymake shows."
  (flymake-start)
  (flymake-diagnostics))

(let (hover titles messages)
  (find-file (getenv "TEXT"))
  (eglot-ensure)
  (run-hooks 'post-command-hook)
  (wait-for #'told)
  (setq messages (mapcar (lambda (it) (list (line-number-at-pos (flymake-diagnostic-beg it))
                                            (symbol-name (flymake-diagnostic-type it))
                                            (flymake-diagnostic-text it)))
                         (told)))
  (goto-char (1+ (flymake-diagnostic-beg (car (told)))))
  (eglot-hover-eldoc-function (lambda (text &rest _) (setq hover text)))
  (wait-for (lambda () hover))
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_prompt choices &rest _)
               (setq titles (all-completions "" choices))
               (car titles))))
    (eglot-code-actions (point) nil nil t))
  (save-buffer) ; without idle time a change is told by that
  (wait-for (lambda () (not (told))))
  (write-region (json-encode `((told . ,(vconcat messages)) (hover . ,hover)
                               (titles . ,(vconcat titles)) (left . ,(length (told)))))
                nil (getenv "SEEN"))
  (eglot-shutdown (eglot-current-server)))
