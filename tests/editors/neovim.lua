-- Does in Neovim what somebody does, and writes what is seen as JSON into the file SEEN.

local PATIENCE = 300000 -- milliseconds

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local function floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
    end
  end
end

local seen = { titles = {}, hover = {} }

vim.wait(PATIENCE, function() return #vim.diagnostic.get(0) > 0 end)
seen.told = vim.tbl_map(function(it)
  return { line = it.lnum, severity = it.severity, code = it.code, message = it.message }
end, vim.diagnostic.get(0))

vim.api.nvim_win_set_cursor(0, { seen.told[1].line + 1, 3 })
vim.lsp.buf.hover()
vim.wait(PATIENCE, function() return floating() ~= nil end)
seen.hover = floating()

vim.ui.select = function(actions, how, choose)
  seen.titles = vim.tbl_map(how.format_item, actions)
  choose(actions[1], 1)
end
local before = vim.api.nvim_buf_get_changedtick(0)
vim.lsp.buf.code_action()
vim.wait(PATIENCE, function() return vim.api.nvim_buf_get_changedtick(0) ~= before end)
seen.lines = lines()
vim.wait(PATIENCE, function() return #vim.diagnostic.get(0) == 0 end)
seen.left = #vim.diagnostic.get(0)

vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.SEEN)
vim.cmd("qall!")
