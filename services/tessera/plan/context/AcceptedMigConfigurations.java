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
public record AcceptedMigConfigurations(String source, Map<String, MigConfig> configs, Optional<Problem> gap) {

    public AcceptedMigConfigurations {
        configs = Collections.unmodifiableMap(new LinkedHashMap<>(configs));
    }

    /** Returns the offer with one more configuration. */
    public AcceptedMigConfigurations withConfig(MigConfig config) {
        var more = new LinkedHashMap<>(configs);
        more.putIfAbsent(config.name(), config);
        return new AcceptedMigConfigurations(source, more, gap);
    }

    public static AcceptedMigConfigurations unknownDueTo(Problem problem) {
        return new AcceptedMigConfigurations("", Map.of(), Optional.of(problem));
    }
}
