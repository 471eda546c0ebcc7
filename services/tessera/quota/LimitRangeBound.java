package tessera.quota;

import tessera.kube.quantity.QuantityParser;

/**
 * One bound of a LimitRange for one resource.
 *
 * @param type   for what it holds: {@code Container}, {@code Pod} or {@code PersistentVolumeClaim}
 * @param bound  e.g. {@code max} or {@code defaultRequest}
 * @param amount as written
 */
public record LimitRangeBound(String type, String bound, String resource, String amount) {

    /** Returns the bound as a sentence without a full stop. */
    public String boundText() {
        var much = QuantityParser.readableText(amount);
        var each = switch (type) {
            case "Container" -> "each container";
            case "Pod" -> "each pod";
            default -> "each " + type;
        };
        return switch (bound) {
            case "max" -> "At most %s %s for %s".formatted(much, resource, each);
            case "min" -> "At least %s %s for %s".formatted(much, resource, each);
            case "default" -> "A limit of %s %s for %s that names none".formatted(much, resource, each);
            case "defaultRequest" -> "A request of %s %s for %s that names none".formatted(much, resource, each);
            default -> "%s of %s %s for %s".formatted(bound, much, resource, each);
        };
    }
}
