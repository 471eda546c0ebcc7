package tessera.plan.context;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tessera.mig.MigConfig;
import tessera.model.Problem;

/**
 * The MIG configurations that a node accepts.
 *
 * @param source  the ConfigMap they were read from
 * @param configs by name, in its order
 * @param gap     why they could not be read
 */
public record MigOffer(String source, Map<String, MigConfig> configs, Optional<Problem> gap) {

    public MigOffer {
        configs = Collections.unmodifiableMap(new LinkedHashMap<>(configs));
    }

    /** Returns the offer with one more configuration. */
    public MigOffer withConfig(MigConfig config) {
        var more = new LinkedHashMap<>(configs);
        more.putIfAbsent(config.name(), config);
        return new MigOffer(source, more, gap);
    }

    public static MigOffer unknownDueTo(Problem problem) {
        return new MigOffer("", Map.of(), Optional.of(problem));
    }
}
