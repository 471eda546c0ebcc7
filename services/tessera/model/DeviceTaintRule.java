package tessera.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.kube.scheduling.Taint;

/**
 * A taint that an administrator puts on devices.
 *
 * @param driver   of the devices; empty for all
 * @param pool     of the devices; empty for all
 * @param device   its name; empty for all
 * @param narrowed whether it also selects by class or expression, so that it is not known here which devices it means
 * @param since    when the taint was added; null when the object does not say
 */
public record DeviceTaintRule(String name, String driver, String pool, String device, boolean narrowed, Taint taint,
        @Nullable Instant since) implements DraObject {

    public boolean selectsSlice(ResourceSlice slice) {
        return !narrowed && matchesName(driver, slice.driver()) && matchesName(pool, slice.pool());
    }

    public boolean selectsDevice(ResourceSliceDevice of) {
        return matchesName(device, of.name());
    }

    private static boolean matchesName(String wanted, String name) {
        return wanted.isEmpty() || wanted.equals(name);
    }
}
