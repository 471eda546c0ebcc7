package tessera.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.runtime.CelFunctionOverload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.semver4j.Semver;

/**
 * A function that an API server adds to the language.
 *
 * @param signature name, with a dot before that of a method, types of the receiver and the arguments, and type of the result;
 *                  {@code *} stands for each type that can be compared
 * @param body      null for one that can be compiled and is not evaluated here
 */
record KubernetesCelFunction(String signature, @Nullable CelFunctionOverload body) {

    private static final String ANY = "*";
    private static final List<String> COMPARABLE = List.of("int", "uint", "double", "bool", "duration", "timestamp",
            "string");

    private static final Comparator<Object> ORDER = KubernetesCelFunction::compare;

    /** Those that are only compiled. */
    private static final String COMPILED = """
            .mul Quantity int Quantity
            .div Quantity int Quantity
            .div Quantity int int Quantity
            .divInt Quantity int Quantity
            .sum list(uint) uint
            .sum list(duration) duration
            .format string list(dyn) string
            url string URL
            isURL string bool
            .getScheme URL string
            .getHost URL string
            .getHostname URL string
            .getPort URL string
            .getEscapedPath URL string
            .getQuery URL map(string,list(string))
            ip string IP
            isIP string bool
            ip.isCanonical string bool
            string IP string
            .family IP int
            .isUnspecified IP bool
            .isLoopback IP bool
            .isLinkLocalMulticast IP bool
            .isLinkLocalUnicast IP bool
            .isGlobalUnicast IP bool
            cidr string CIDR
            isCIDR string bool
            string CIDR string
            .containsIP CIDR string bool
            .containsIP CIDR IP bool
            .containsCIDR CIDR string bool
            .containsCIDR CIDR CIDR bool
            .ip CIDR IP
            .masked CIDR CIDR
            .prefixLength CIDR int
            format.named string optional(Format)
            .validate Format string optional(list(string))
            """;
    private static final String FORMATS = "dns1123Label dns1123Subdomain dns1035Label qualifiedName dns1123LabelPrefix "
            + "dns1123SubdomainPrefix dns1035LabelPrefix labelValue uri uuid byte date datetime";

    private static final List<KubernetesCelFunction> EVALUATED = List.of(
            function("quantity string Quantity", args -> quantity(args[0])),
            function("isQuantity string bool", args -> CelValues.quantity((String) args[0]).isPresent()),
            function("sign Quantity int", args -> ((CelQuantity) args[0]).sign()),
            function(".sign Quantity int", args -> ((CelQuantity) args[0]).sign()),
            function(".isInteger Quantity bool", args -> ((CelQuantity) args[0]).isInteger()),
            function(".asInteger Quantity int", args -> ((CelQuantity) args[0]).asInteger()),
            function(".asApproximateFloat Quantity double", args -> ((CelQuantity) args[0]).asApproximateFloat()),
            function(".add Quantity Quantity Quantity", args -> ((CelQuantity) args[0]).add(args[1])),
            function(".add Quantity int Quantity", args -> ((CelQuantity) args[0]).add(args[1])),
            function(".sub Quantity Quantity Quantity", args -> ((CelQuantity) args[0]).subtract(args[1])),
            function(".sub Quantity int Quantity", args -> ((CelQuantity) args[0]).subtract(args[1])),
            function(".compareTo Quantity Quantity int", args -> order(args)),
            function(".isGreaterThan Quantity Quantity bool", args -> order(args) > 0),
            function(".isLessThan Quantity Quantity bool", args -> order(args) < 0),
            function("semver string Semver", args -> version((String) args[0])),
            function("semver string bool Semver", args -> version(normalizedVersion(args))),
            function("isSemver string bool", args -> CelValues.version((String) args[0]).isPresent()),
            function("isSemver string bool bool", args -> CelValues.version(normalizedVersion(args)).isPresent()),
            function(".major Semver int", args -> (long) ((Semver) args[0]).getMajor()),
            function(".minor Semver int", args -> (long) ((Semver) args[0]).getMinor()),
            function(".patch Semver int", args -> (long) ((Semver) args[0]).getPatch()),
            function(".compareTo Semver Semver int", args -> order(args)),
            function(".isGreaterThan Semver Semver bool", args -> order(args) > 0),
            function(".isLessThan Semver Semver bool", args -> order(args) < 0),
            function(".find string string string", args -> matches(args).findFirst().orElse("")),
            function(".findAll string string list(string)", args -> matches(args).toList()),
            function(".findAll string string int list(string)", args -> limited(matches(args), (long) args[2])),
            function(".sum list(int) int",
                    args -> numbers(args).mapToLong(Number::longValue).reduce(0, Math::addExact)),
            function(".sum list(double) double", args -> numbers(args).mapToDouble(Number::doubleValue).sum()),
            function(".isSorted list(*) bool", args -> isSorted(elements(args))),
            function(".min list(*) *", args -> elements(args).stream().min(ORDER).orElseThrow(() -> empty("min"))),
            function(".max list(*) *", args -> elements(args).stream().max(ORDER).orElseThrow(() -> empty("max"))),
            function(".indexOf list(A) A int", args -> (long) ((List<?>) args[0]).indexOf(args[1])),
            function(".lastIndexOf list(A) A int", args -> (long) ((List<?>) args[0]).lastIndexOf(args[1])),
            function(".includes dyn dyn bool",
                    args -> args[0] instanceof List<?> list ? list.contains(args[1]) : args[0].equals(args[1])));

    private static KubernetesCelFunction function(String signature, @Nullable CelFunctionOverload body) {
        return new KubernetesCelFunction(signature, body);
    }

    String name() {
        return signature.substring(isMethod() ? 1 : 0, signature.indexOf(' '));
    }

    boolean isMethod() {
        return signature.startsWith(".");
    }

    /** Returns the names of its types, that of the result last. */
    List<String> types() {
        var words = List.of(signature.split(" ", -1));
        return words.subList(1, words.size());
    }

    /** Returns all functions. */
    static List<KubernetesCelFunction> all() {
        var all = new ArrayList<KubernetesCelFunction>();
        EVALUATED.forEach(function -> function.ofEachType().forEach(all::add));
        COMPILED.lines().map(line -> function(line, null)).forEach(all::add);
        Stream.of(FORMATS.split(" ", -1)).map(name -> function("format." + name + " Format", null)).forEach(all::add);
        return all;
    }

    private Stream<KubernetesCelFunction> ofEachType() {
        if (signature.contains(ANY)) {
            return COMPARABLE.stream().map(type -> function(signature.replace(ANY, type), body));
        }
        return Stream.of(this);
    }

    private static Stream<Number> numbers(Object[] args) {
        return elements(args).stream().map(Number.class::cast);
    }

    private static List<?> elements(Object[] args) {
        return (List<?>) args[0];
    }

    private static IllegalArgumentException empty(String function) {
        return new IllegalArgumentException(function + " called on empty list");
    }

    private static boolean isSorted(List<?> list) {
        return IntStream.range(1, list.size()).allMatch(at -> compare(list.get(at - 1), list.get(at)) <= 0);
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object one, Object other) {
        return ((Comparable<Object>) one).compareTo(other);
    }

    private static long order(Object[] args) {
        if (args[0] instanceof Semver version) {
            return Integer.signum(version.compareTo((Semver) args[1]));
        }
        return ((CelQuantity) args[0]).compareTo((CelQuantity) args[1]);
    }

    private static Object quantity(Object text) {
        return CelValues.quantity((String) text).orElseThrow(() -> new IllegalArgumentException(
                "quantities must match " + "the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"));
    }

    private static Object version(String text) {
        return CelValues.version(text).orElseThrow(() -> new IllegalArgumentException("invalid version: " + text));
    }

    /** Returns a version as written in full: without the letter in front and zeros before numbers, with all three numbers. */
    private static String normalizedVersion(Object[] args) {
        var text = (String) args[0];
        if (!(boolean) args[1]) {
            return text;
        }
        var parts = new ArrayList<>(List.of((text.startsWith("v") ? text.substring(1) : text).split("\\.", 3)));
        parts.replaceAll(part -> part.replaceFirst("^0+(?=\\d)", ""));
        while (parts.size() < 3) {
            parts.add("0");
        }
        return String.join(".", parts);
    }

    private static Stream<String> matches(Object[] args) {
        try {
            var matcher = Pattern.compile((String) args[1]).matcher((String) args[0]);
            return Stream.generate(() -> matcher.find() ? Optional.of(matcher.group()) : Optional.<String>empty())
                    .takeWhile(Optional::isPresent).map(Optional::orElseThrow);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("Illegal regex: " + e.getMessage(), e);
        }
    }

    private static List<String> limited(Stream<String> found, long most) {
        return (most < 0 ? found : found.limit(most)).toList();
    }
}
