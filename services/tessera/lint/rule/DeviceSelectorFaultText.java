package tessera.lint.rule;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.cel.CelCompilationFault;
import tessera.cel.CelProgram;
import tessera.cel.CelScope;
import tessera.model.SpellingSuggestionFinder;

/** The sentences on selectors that do not compile, with what was probably meant. */
final class DeviceSelectorFaultText {

    private static final Pattern FUNCTION = Pattern.compile("undeclared reference to '(\\w+)'");
    private static final Pattern FIELD = Pattern.compile("undefined field '\\w+'");
    private static final Pattern COMPARED = Pattern.compile("found no matching overload for '_([<>]=?)_' applied to ");
    private static final Pattern MADE = Pattern.compile("kubernetes\\.(Quantity|Semver)");

    private DeviceSelectorFaultText() {}

    /** Returns what is wrong with a selector; empty where it compiles. */
    static Optional<String> reasonFor(String selector) {
        return CelProgram.findFault(CelScope.DEVICE_SELECTOR, selector)
                .map(fault -> fault.syntax() ? "is no CEL: " + fault.reason()
                        : "does not compile: " + reasonText(fault, selector));
    }

    private static String reasonText(CelCompilationFault fault, String selector) {
        var compared = COMPARED.matcher(fault.reason());
        var made = MADE.matcher(fault.reason());
        if (compared.lookingAt() && made.find()) {
            var sign = compared.group(1);
            var function = made.group(1).toLowerCase(Locale.ROOT);
            return "'%s' does not compare what %s() makes: write a.compareTo(b) %s 0".formatted(sign, function, sign);
        }
        if (FIELD.matcher(fault.reason()).matches()) {
            return fault.reason() + " of device";
        }
        var function = FUNCTION.matcher(fault.reason());
        return fault.reason() + (function.matches() && selector.contains(function.group(1) + "(")
                ? SpellingSuggestionFinder.findMistyped(function.group(1), CelProgram.functionNames())
                        .map("; there is %s"::formatted).orElse("")
                : "");
    }
}
