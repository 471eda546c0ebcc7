package tessera.ui.kit;

/**
 * What a key does, in words.
 *
 * @param keys as they stand on a keyboard
 */
public record KeyWords(String keys, String meaning) {}
