package tessera.ui.terminal;

import com.techsenger.jeditermfx.ui.TerminalCopyPasteHandler;
import javafx.scene.input.Clipboard;
import org.jspecify.annotations.Nullable;
import tessera.ui.kit.TextLabelFactory;

/**
 * Clipboard of the desktop, shared with the rest of the window. The library's own goes through AWT, which is not there on
 * every display. FX thread.
 */
final class DesktopTerminalClipboard implements TerminalCopyPasteHandler {

    /** @param selection whether the one that X11 fills by marking text is meant; what is marked is not copied here */
    @Override
    public void setContents(String text, boolean selection) {
        TextLabelFactory.copy(text);
    }

    @Override
    public @Nullable String getContents(boolean selection) {
        return Clipboard.getSystemClipboard().getString();
    }
}
