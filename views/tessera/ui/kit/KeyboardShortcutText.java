package tessera.ui.kit;

/**
 * Keys and their effect as text.
 *
 * @param keys as they stand on a keyboard
 */
public record KeyboardShortcutText(String keys, String effect) {}
