package tessera.ui.kit;

import javafx.scene.Node;
import javafx.util.Duration;
import org.controlsfx.control.Notifications;
import org.controlsfx.control.action.Action;

/** A few words in a corner of the window that go away by themselves. FX thread. */
public final class ToastMessage {

    private ToastMessage() {}

    /** What was wanted was done. */
    public static void done(Node owner, String title, String text) {
        of(owner, StatusGlyph.READY, title, text).show();
    }

    /** What was wanted was not done. */
    public static void failed(Node owner, String title, String text) {
        of(owner, StatusGlyph.BROKEN, title, text).show();
    }

    /** Something is wrong, and something can be done about it; it stays until somebody closes it. */
    public static void offering(Node owner, String title, String text, String offer, Runnable act) {
        of(owner, StatusGlyph.BROKEN, title, text).hideAfter(Duration.INDEFINITE)
                .action(new Action(offer, event -> act.run()))
                .show();
    }

    /** Not shown yet: how long it stays and what a click does can still be said. */
    public static Notifications of(Node owner, StatusGlyph sign, String title, String text) {
        return Notifications.create().owner(owner).styleClass("toast").graphic(sign.node()).title(title).text(text);
    }
}
