package tessera.dra;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.cel.CelException;
import tessera.cel.CelProgram;
import tessera.cel.CelScope;
import tessera.model.DeviceAttributeValue;
import tessera.model.DeviceCapacity;

/**
 * An expression that selects devices; what does not compile, or cannot be evaluated here, is told as unknown. One thread at a
 * time.
 */
final class CelDeviceSelector {

    /** Attributes that differ from one device to the next: what asks for one has to be asked of each. */
    private static final Pattern OWN = Pattern
            .compile("(?i)uuid|serial|\\[\\s*[a-z_]|size\\(|exists|all\\(|map\\(|filter\\(");
    private static final int KEPT = 4_000;

    /** The server takes none that is longer. */
    private static final int LONGEST = 10 * 1024;

    private static final DeviceSelectorResult UNKNOWN = new DeviceSelectorResult(DeviceSelectorVerdict.UNKNOWN,
            Optional.empty());
    private static final DeviceSelectorResult TAKEN = new DeviceSelectorResult(DeviceSelectorVerdict.TAKEN,
            Optional.empty());
    private static final DeviceSelectorResult LEFT = new DeviceSelectorResult(DeviceSelectorVerdict.LEFT,
            Optional.empty());

    private final Optional<CelProgram> program;
    private final boolean individual;
    /** What it says of devices that are alike in all that it can ask for: a fleet has few kinds of them. */
    private final Map<DeviceCacheKey, DeviceSelectorResult> resultsByDevice = new HashMap<>();

    private record DeviceCacheKey(String driver, Map<String, DeviceAttributeValue> attributes,
            Map<String, DeviceCapacity> capacity, boolean shareable) {}

    private CelDeviceSelector(String text, Optional<CelProgram> program) {
        this.program = program;
        individual = OWN.matcher(text).find();
    }

    Optional<CelProgram> celProgram() {
        return program;
    }

    /** The verdict of a selector on a device. */
    enum DeviceSelectorVerdict {
        TAKEN,
        LEFT,
        /** It asks in a way that is not known here. */
        UNKNOWN
    }

    static CelDeviceSelector parse(String text) {
        try {
            return new CelDeviceSelector(text, text.length() > LONGEST ? Optional.empty()
                    : Optional.of(CelProgram.compile(CelScope.DEVICE_SELECTOR, text)));
        } catch (CelException _) {
            return new CelDeviceSelector(text, Optional.empty());
        }
    }

    /**
     * The result of a selector for a device.
     *
     * @param error why it has no value for the device, in the words of an API server; empty where it has one
     */
    record DeviceSelectorResult(DeviceSelectorVerdict verdict, Optional<String> error) {}

    DeviceSelectorVerdict verdictOn(ResourcePoolDevice device) {
        return evaluate(device).verdict();
    }

    DeviceSelectorResult evaluate(ResourcePoolDevice device) {
        if (program.isEmpty()) {
            return UNKNOWN;
        }
        if (individual) {
            return evaluateAnew(program.get(), device);
        }
        if (resultsByDevice.size() > KEPT) {
            resultsByDevice.clear();
        }
        var body = device.device();
        return resultsByDevice.computeIfAbsent(
                new DeviceCacheKey(device.driver(), body.common(), body.capacity(), body.shareable()),
                _ -> evaluateAnew(program.get(), device));
    }

    private static DeviceSelectorResult evaluateAnew(CelProgram program, ResourcePoolDevice device) {
        try {
            return program.isTrue(Map.of("device", DeviceCelValue.of(device))) ? TAKEN : LEFT;
        } catch (CelException error) {
            return error.isUndetermined() ? UNKNOWN
                    : new DeviceSelectorResult(DeviceSelectorVerdict.LEFT, Optional.ofNullable(error.getMessage()));
        }
    }
}
