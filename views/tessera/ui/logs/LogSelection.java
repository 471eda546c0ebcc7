package tessera.ui.logs;

/**
 * Lines that the user selected, from where it began to where it went.
 *
 * @param anchor number of the line; −1 for none
 * @param caret  likewise
 */
record LogSelection(long anchor, long caret) {

    static final LogSelection NONE = new LogSelection(-1, -1);

    boolean isEmpty() {
        return anchor < 0;
    }

    long first() {
        return Math.min(anchor, caret);
    }

    long last() {
        return Math.max(anchor, caret);
    }

    boolean contains(long number) {
        return !isEmpty() && number >= first() && number <= last();
    }

    LogSelection to(long number) {
        return new LogSelection(isEmpty() ? number : anchor, number);
    }
}
