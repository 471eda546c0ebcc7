package tessera.scheduling;

/**
 * A refusal by a rule of the namespace, of the pods or of a claim that comes with them.
 *
 * @param subject   what the server refuses
 * @param text  a sentence without a full stop
 * @param remedyText what would help, a sentence without a full stop
 */
public record PodCreationRefusal(String subject, String text, String remedyText) {

    /** One of the pods themselves. */
    PodCreationRefusal(String words, String advice) {
        this("each of its pods", words, advice);
    }

    String headlineText() {
        return "The server refuses " + subject;
    }
}
