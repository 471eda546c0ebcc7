package tessera.quota;

/**
 * What a LimitRange says of one resource.
 *
 * @param type   for what it holds: {@code Container}, {@code Pod} or {@code PersistentVolumeClaim}
 * @param bound  e.g. {@code max} or {@code defaultRequest}
 * @param amount as written
 */
public record LimitLine(String type, String bound, String resource, String amount) {

    /** As a sentence without a full stop. */
    public String words() {
        var each = switch (type) {
            case "Container" -> "each container";
            case "Pod" -> "each pod";
            default -> "each " + type;
        };
        return switch (bound) {
            case "max" -> "At most %s %s for %s".formatted(amount, resource, each);
            case "min" -> "At least %s %s for %s".formatted(amount, resource, each);
            case "default" -> "A limit of %s %s for %s that names none".formatted(amount, resource, each);
            case "defaultRequest" -> "A request of %s %s for %s that names none".formatted(amount, resource, each);
            default -> "%s of %s %s for %s".formatted(bound, amount, resource, each);
        };
    }
}
