package tessera.metrics.scrape;

/**
 * A pod that reports what the devices of one node do.
 *
 * @param node   whose devices it reports
 * @param vendor whose devices they are
 * @param port   where it listens; 0 for the first port of its first container
 * @param uid    tells it from its successor of the same name
 * @param status one word as kubectl prints it
 * @param read   whether what it tells is understood
 */
public record ExporterPod(String node, String namespace, String pod, String uid, String vendor, int port, String status,
        boolean read) {

    public boolean running() {
        return status.equals("Running");
    }

    /** Whether there is something to read. */
    boolean readable() {
        return read && running();
    }

    public String key() {
        return namespace + "/" + pod;
    }
}
