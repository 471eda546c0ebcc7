package tessera.scheduling;

import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * A refusal by a rule of the namespace, of the pods or of a claim that comes with them.
 *
 * @param subject   what the server refuses
 * @param text  a sentence without a full stop
 * @param remedyText what would help, a sentence without a full stop
 */
public record PodCreationRefusal(String subject, String text, String remedyText) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodCreationRefusal.class);

    /** One of the pods themselves. */
    PodCreationRefusal(String words, String advice) {
        this(MESSAGES.text("rejected.pods"), words, advice);
    }

    PodCreationRefusal(Reason reason) {
        this(reason.text(), reason.remedyText());
    }

    PodCreationRefusal(String subject, Reason reason) {
        this(subject, reason.text(), reason.remedyText());
    }

    String headlineText() {
        return MESSAGES.text("rejected", subject);
    }
}
