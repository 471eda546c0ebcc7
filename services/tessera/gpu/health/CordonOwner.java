package tessera.gpu.health;

import tessera.text.MessageCatalog;

/**
 * The controller, service or person that closed a node to pods, as far as the node object tells.
 *
 * @param name    e.g. {@code NVSentinel}
 * @param reason  a few words of why; may be empty
 * @param reopens a sentence: what opens the node again
 * @param marker    the label, annotation or taint that tells
 */
public record CordonOwner(String name, String reason, String reopens, String marker) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CordonOwner.class);

    /** Returns the owner and the reason, as the end of a sentence, e.g. {@code by NVSentinel (GpuMemWatch)}. */
    public String byline() {
        return MESSAGES.text("owner.byline", name, reason, reason.isEmpty());
    }
}
