package tessera.app;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.insight.Accelerators;
import tessera.ui.Clusters.Kind;

/**
 * What the user settled once: the content of the settings file, which the program only reads.
 *
 * @param readOnly     whether changes are refused in every cluster
 * @param accelerators extended resources to be counted as devices, beside those the product knows
 * @param contexts     what holds for one context only, by its name
 */
record Settings(boolean readOnly, List<String> accelerators, Map<String, ForContext> contexts) {

    /**
     * What holds for one context.
     *
     * @param readOnly   whether changes are refused there
     * @param kind       how the window marks it
     * @param namespaces where to look for pods if they may not be listed cluster-wide
     * @param prometheus to be asked instead of the one that is found in the cluster; null for that one
     */
    record ForContext(boolean readOnly, @Nullable Kind kind, List<String> namespaces,
            @Nullable PrometheusTerms prometheus) {

        static final ForContext NOTHING = new ForContext(false, null, List.of(), null);

        @SuppressWarnings("NullAway") // a file may leave out what it has no word on
        ForContext {
            namespaces = namespaces == null ? List.of() : List.copyOf(namespaces);
        }

        Optional<PrometheusTerms> named() {
            return Optional.ofNullable(prometheus);
        }

        Kind kindOrPlain() {
            return kind == null ? Kind.PLAIN : kind;
        }
    }

    /** What serves where the file cannot be understood: it may have asked for read-only. */
    static final Settings CAUTIOUS = new Settings(true, List.of(), Map.of());
    static final Settings DEFAULTS = new Settings(false, List.of(), Map.of());

    @SuppressWarnings("NullAway") // a file may leave out what it has no word on
    Settings {
        accelerators = accelerators == null ? List.of() : List.copyOf(accelerators);
        contexts = contexts == null ? Map.of() : Map.copyOf(contexts);
    }

    /** What counts as an accelerator, with some that are named elsewhere. */
    Accelerators counted(List<String> named) {
        return Accelerators.standard().with(Stream.concat(accelerators.stream(), named.stream()).toList());
    }

    ForContext forContext(String name) {
        return contexts.getOrDefault(name, ForContext.NOTHING);
    }
}
