package tessera.model.reading;

/**
 * Whom an exporter names as the user of a device.
 *
 * @param container empty when it does not say
 */
public record Holder(String namespace, String pod, String container) {

    public String key() {
        return namespace + "/" + pod;
    }
}
