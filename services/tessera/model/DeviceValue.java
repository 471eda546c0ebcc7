package tessera.model;

/**
 * Value of a device attribute.
 *
 * @param text as the driver wrote it
 */
public record DeviceValue(DeviceValueType type, String text) {

    /** How the text is to be read. */
    public enum DeviceValueType {
        STRING,
        INT,
        BOOL,
        VERSION
    }
}
