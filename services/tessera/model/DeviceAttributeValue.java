package tessera.model;

/**
 * The value of a device attribute.
 *
 * @param text as the driver wrote it
 */
public record DeviceAttributeValue(DeviceValueType type, String text) {

    /** The type as which the text is to be read. */
    public enum DeviceValueType {
        STRING,
        INT,
        BOOL,
        VERSION
    }
}
