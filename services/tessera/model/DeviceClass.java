package tessera.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A class of devices that claims name.
 *
 * @param created          by the server's clock; null when the object does not say
 * @param selectors        CEL expressions that all hold for its devices
 * @param extendedResource resource name by which pods may ask for its devices; empty where it has none
 */
public record DeviceClass(String name, @Nullable Instant created, List<String> selectors,
        String extendedResource) implements DraObject {

    public DeviceClass {
        selectors = List.copyOf(selectors);
    }
}
