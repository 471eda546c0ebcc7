package tessera.plan.context;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tessera.mig.MigConfig;
import tessera.model.Problem;

/**
 * The MIG configurations that a node can be told to take.
 *
 * @param source  the ConfigMap they were read from
 * @param configs by name, in its order
 * @param gap     why they could not be read
 */
public record MigOffer(String source, Map<String, MigConfig> configs, Optional<Problem> gap) {

    public MigOffer {
        configs = Collections.unmodifiableMap(new LinkedHashMap<>(configs));
    }

    /** The same and one more. */
    public MigOffer with(MigConfig config) {
        var more = new LinkedHashMap<>(configs);
        more.putIfAbsent(config.name(), config);
        return new MigOffer(source, more, gap);
    }

    public static MigOffer unknown(Problem why) {
        return new MigOffer("", Map.of(), Optional.of(why));
    }
}
