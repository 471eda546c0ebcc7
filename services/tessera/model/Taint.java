package tessera.model;

/**
 * A node's wish to keep pods away.
 *
 * @param key    what it is about, e.g. {@code nvidia.com/gpu}
 * @param value  may be empty
 * @param effect {@code NoSchedule}, {@code PreferNoSchedule} or {@code NoExecute}
 */
public record Taint(String key, String value, String effect) {

    /** As kubectl writes it: {@code key=value:effect}. */
    @Override
    public String toString() {
        return value.isEmpty() ? key + ":" + effect : key + "=" + value + ":" + effect;
    }
}
