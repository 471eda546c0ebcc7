package tessera.quota;

import tessera.kube.quantity.QuantityParser;
import tessera.text.MessageCatalog;

/**
 * One bound of a LimitRange for one resource.
 *
 * @param type   for what it holds: {@code Container}, {@code Pod} or {@code PersistentVolumeClaim}
 * @param bound  e.g. {@code max} or {@code defaultRequest}
 * @param amount as written
 */
public record LimitRangeBound(String type, String bound, String resource, String amount) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LimitRangeBound.class);

    /** Returns the bound as a sentence without a full stop. */
    public String boundText() {
        var much = QuantityParser.readableText(amount);
        var each = switch (type) {
            case "Container" -> MESSAGES.text("bound.container");
            case "Pod" -> MESSAGES.text("bound.pod");
            default -> type;
        };
        var key = switch (bound) {
            case "max" -> "bound.max";
            case "min" -> "bound.min";
            case "default" -> "bound.default";
            case "defaultRequest" -> "bound.default-request";
            default -> "bound.other";
        };
        return MESSAGES.text(key, much, resource, each, bound);
    }
}
