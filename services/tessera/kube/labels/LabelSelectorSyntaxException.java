package tessera.kube.labels;

import java.io.Serial;
import tessera.text.MessageCatalog;

/** Thrown when a text is no label selector; the message is the API server's. */
public final class LabelSelectorSyntaxException extends Exception {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LabelSelectorSyntaxException.class);

    @Serial
    private static final long serialVersionUID = 1;

    private final String selector;
    private final String reason;

    LabelSelectorSyntaxException(String selector, String message) {
        super(message);
        this.selector = selector;
        reason = message;
    }

    /** Returns the message as the API server says it. */
    public String serverMessage() {
        return reason;
    }

    /** Returns the message for the one who gave the selector on a command line. */
    public String argumentMessage() {
        return MESSAGES.text("selector.malformed", selector, reason);
    }
}
