package tessera.sharing;

import tessera.text.Reason;

/** The probable meaning of a key that is unknown at its place. */
sealed interface ConfigKeyHint extends Reason {

    record MisspeltKey(String name) implements ConfigKeyHint {}

    /**
     * A configuration key that belongs to another level.
     *
     * @param parent the key that it belongs in; empty for the top level
     */
    record MisplacedKey(String name, String parent) implements ConfigKeyHint {}

    /** The key stands in an entry of a list and belongs beside the list. */
    record MisplacedListKey(String name, String parent) implements ConfigKeyHint {}

    /**
     * A configuration key that resembles no valid one.
     *
     * @param keys the valid keys at its place
     */
    record UnrelatedKey(String keys) implements ConfigKeyHint {}
}
