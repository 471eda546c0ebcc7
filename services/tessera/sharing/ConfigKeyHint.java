package tessera.sharing;

import tessera.text.Reason;

/** The probable meaning of a key that is unknown at its place. */
sealed interface ConfigKeyHint extends Reason {

    record MisspeltKey(String name) implements ConfigKeyHint {}

    /**
     * Misplaced key.
     *
     * @param parent where it belongs; empty for the outermost level
     */
    record MisplacedKey(String name, String parent) implements ConfigKeyHint {}

    /** The key stands in an entry of a list and belongs beside the list. */
    record MisplacedListKey(String name, String parent) implements ConfigKeyHint {}

    /**
     * Unrelated key.
     *
     * @param keys that are valid at the place
     */
    record UnrelatedKey(String keys) implements ConfigKeyHint {}
}
