package tessera.ui.logs;

/**
 * Selected lines, from anchor to caret.
 *
 * @param anchor number of the line; −1 for none
 * @param caret  likewise
 */
record LogSelection(long anchor, long caret) {

    static final LogSelection NONE = new LogSelection(-1, -1);

    boolean isEmpty() {
        return anchor < 0;
    }

    long firstLine() {
        return Math.min(anchor, caret);
    }

    long lastLine() {
        return Math.max(anchor, caret);
    }

    boolean contains(long number) {
        return !isEmpty() && number >= firstLine() && number <= lastLine();
    }

    LogSelection extendTo(long number) {
        return new LogSelection(isEmpty() ? number : anchor, number);
    }
}
