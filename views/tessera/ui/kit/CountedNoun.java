package tessera.ui.kit;

import tessera.text.MessageCatalog;

/** The nouns that the window counts. */
public enum CountedNoun {
    ALERT("noun.alert"),
    CHANGE("noun.change"),
    CLAIM("noun.claim"),
    COMPUTE_SLICE("noun.computeSlice"),
    DEVICE("noun.device"),
    GPU("noun.gpu"),
    INSTANCE("noun.instance"),
    LINE("noun.line"),
    MIG_INSTANCE("noun.migInstance"),
    MODEL("noun.model"),
    NAMESPACE("noun.namespace"),
    NODE("noun.node"),
    PARTITION("noun.partition"),
    POD("noun.pod"),
    POOL("noun.pool"),
    QUEUE("noun.queue"),
    RESTART("noun.restart"),
    ROW("noun.row"),
    SHARE("noun.share");

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CountedNoun.class);

    private final String key;

    CountedNoun(String key) {
        this.key = key;
    }

    /** Returns a number with the noun: {@code 1 node}, {@code 7 712 nodes}. */
    public String countText(long number) {
        return MESSAGES.text(key, number, GroupedNumberFormatter.count(number));
    }

    /** Returns how many of all pass a filter: {@code 16 of 24 nodes}; {@code 24 nodes} where all do. */
    public String filteredText(long number, long all) {
        return number == all ? countText(all)
                : MESSAGES.text("count.filtered", GroupedNumberFormatter.count(number), countText(all));
    }
}
