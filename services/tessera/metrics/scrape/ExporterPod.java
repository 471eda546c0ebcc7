package tessera.metrics.scrape;

/**
 * A pod that exports the metrics of one node's devices.
 *
 * @param node   whose devices it reports
 * @param vendor whose devices they are
 * @param port   where it listens; 0 for the first port of its first container
 * @param uid    tells it from its successor of the same name
 * @param status one word as kubectl prints it
 * @param read   whether what it tells is understood
 * @param devicePlugin whether it is a device plugin, which tells metrics only in some versions
 */
public record ExporterPod(String node, String namespace, String pod, String uid, String vendor, int port, String status,
        boolean read, boolean devicePlugin) {

    public boolean isRunning() {
        return status.equals("Running");
    }

    /** Returns whether the exporter can be read. */
    boolean isReadable() {
        return read && isRunning();
    }

    public String key() {
        return namespace + "/" + pod;
    }
}
