package tessera.demo.admission.validation;

import java.util.Optional;
import java.util.regex.Pattern;
import tessera.cel.CelCompilationFault;
import tessera.cel.CelProgram;
import tessera.cel.CelScope;

/** A check of CEL device selectors by a compiler like that of a server. */
final class SimulatedDeviceSelectorCheck {

    /** The selectors of drivers' own classes, with which clusters start: the compiler is not loaded for these alone. */
    private static final Pattern DRIVER_CLASS = Pattern
            .compile("device\\.driver == '[\\w.]+'(?: && device\\.attributes\\['[\\w.]+']\\.type == '\\w+')?");

    private SimulatedDeviceSelectorCheck() {}

    /** Returns the message of a real server's compiler, with the position; empty when no fault is found. */
    static Optional<String> faultMessage(String expression) {
        return DRIVER_CLASS.matcher(expression).matches() ? Optional.empty()
                : CelProgram.findFault(CelScope.DEVICE_SELECTOR, expression).map(CelCompilationFault::message);
    }
}
