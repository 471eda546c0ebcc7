package tessera.ui.kit;

import javafx.scene.Node;
import javafx.util.Duration;
import org.controlsfx.control.Notifications;
import org.controlsfx.control.action.Action;

/** A short notification in a corner of the window that disappears by itself. FX thread. */
public final class ToastMessage {

    private ToastMessage() {}

    /** Shows that a request was done. */
    public static void showSuccess(Node owner, String title, String text) {
        createToast(owner, StatusGlyph.READY, title, text).show();
    }

    /** Shows that a request was not done. */
    public static void showFailure(Node owner, String title, String text) {
        createToast(owner, StatusGlyph.BROKEN, title, text).show();
    }

    /** Shows a problem with an action that helps; it stays until the user closes it. */
    public static void showOffer(Node owner, String title, String text, String offer, Runnable act) {
        createToast(owner, StatusGlyph.BROKEN, title, text).hideAfter(Duration.INDEFINITE)
                .action(new Action(offer, event -> act.run())).show();
    }

    /** Returns a notification that is not shown yet, so that duration and click action can be set. */
    public static Notifications createToast(Node owner, StatusGlyph glyph, String title, String text) {
        return Notifications.create().owner(owner).styleClass("toast").graphic(glyph.node()).title(title).text(text);
    }
}
