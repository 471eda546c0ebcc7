package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.SharingSetup;
import tessera.plan.context.SharingSetup.ConfigLocation;
import tessera.plan.context.SharingSetup.PluginKeeper;
import tessera.plan.context.SharingSetup.PluginSet;
import tessera.plan.context.SharingSetup.SharingConfigs;
import tessera.sharing.ConfigChoice.Fallback;

/** Finds how device plugins are told to share GPUs: by the operator's policy, or by a DaemonSet of its own. */
final class SharingSetups {

    private static final String POLICIES = "/apis/nvidia.com/v1/clusterpolicies?limit=500";
    private static final String SETS = "/apis/apps/v1";
    private static final String OPERATORS_PLUGIN = "nvidia-device-plugin-daemonset";
    private static final String DISCOVERY = "gpu-feature-discovery";
    private static final String IMAGE = "k8s-device-plugin";
    private static final String MOUNTED = "available-configs";
    private static final String RESTARTED = "kubectl.kubernetes.io/restartedAt";

    private static final Comparator<PluginSet> PLUGINS_FIRST = Comparator.comparing((PluginSet set) -> !set.plugin())
            .thenComparing(PluginSet::name);

    private final ObjectLists objects;

    SharingSetups(ObjectLists objects) {
        this.objects = objects;
    }

    SharingSetup read() throws Failure, InterruptedException {
        var policy = policies().stream().filter(each -> !each.at("/status/state").asText().equals("ignored"))
                .min(Comparator.comparing(each -> each.at("/metadata/creationTimestamp").asText()));
        return policy.isPresent() ? ofOperator(policy.get()) : standalone();
    }

    private List<JsonNode> policies() throws Failure, InterruptedException {
        try {
            return objects.items(POLICIES, "read the policy of the GPU operator");
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return List.of();
            }
            throw failure;
        }
    }

    private SharingSetup ofOperator(JsonNode policy) throws Failure, InterruptedException {
        var keeper = new PluginKeeper(PluginKeeper.KeeperKind.OPERATOR, policy.at("/metadata/name").asText(),
                policy.at("/metadata/resourceVersion").asText());
        var namespace = policy.at("/status/namespace").asText("gpu-operator");
        var config = policy.at("/spec/devicePlugin/config");
        var told = ConfigLocation.byOperator(config.path("name").asText(""), config.path("default").asText(""));
        var sets = new ArrayList<PluginSet>();
        var path = SETS + "/namespaces/" + ApiPaths.encode(namespace) + "/daemonsets?limit=500";
        for (var set : objects.items(path, "list the DaemonSets of the GPU operator")) {
            var name = set.at("/metadata/name").asText();
            if (name.equals(OPERATORS_PLUGIN) || name.equals(DISCOVERY)) {
                sets.add(set(set, name.equals(OPERATORS_PLUGIN)));
            }
        }
        sets.sort(PLUGINS_FIRST);
        return setup(keeper, namespace, policy.at("/spec/mig/strategy").asText(""), told, sets);
    }

    private SharingSetup standalone() throws Failure, InterruptedException {
        var sets = new ArrayList<PluginSet>();
        var told = new ConfigLocation("", "", ConfigLocation.SUPPOSED, true);
        for (var set : objects.items(SETS + "/daemonsets?limit=500", "list DaemonSets")) {
            var containers = set.at("/spec/template/spec/containers");
            boolean ours = containers.valueStream().anyMatch(one -> one.path("image").asText().contains(IMAGE));
            if (!ours || set.at("/metadata/name").asText().contains("mps-control-daemon")) {
                continue;
            }
            boolean plugin = !set.at("/metadata/name").asText().contains(DISCOVERY);
            sets.add(set(set, plugin));
            told = plugin ? told(set) : told;
        }
        if (sets.isEmpty()) {
            return SharingSetup.NONE;
        }
        sets.sort(PLUGINS_FIRST);
        return setup(new PluginKeeper(PluginKeeper.KeeperKind.STANDALONE, "", ""), sets.getFirst().namespace(), "",
                told, sets);
    }

    private static ConfigLocation told(JsonNode set) {
        var map = set.at("/spec/template/spec/volumes").valueStream()
                .filter(volume -> volume.path("name").asText().equals(MOUNTED))
                .map(volume -> volume.at("/configMap/name").asText("")).findFirst().orElse("");
        var usual = variable(set, "DEFAULT_CONFIG").orElse("");
        return variable(set, "FALLBACK_STRATEGIES").flatMap(SharingSetups::fallbacks)
                .map(known -> new ConfigLocation(map, usual, known, false))
                .orElseGet(() -> new ConfigLocation(map, usual, ConfigLocation.SUPPOSED, true));
    }

    /** Empty where it is not there, or its value is somewhere else. */
    private static Optional<String> variable(JsonNode set, String name) {
        return set.at("/spec/template/spec/containers").valueStream()
                .flatMap(container -> container.path("env").valueStream())
                .filter(variable -> variable.path("name").asText().equals(name) && !variable.has("valueFrom"))
                .map(variable -> variable.path("value").asText("")).findFirst();
    }

    /** Empty where one is named that is not known here. */
    private static Optional<List<Fallback>> fallbacks(String text) {
        try {
            return Optional.of(Stream.of(text.split(",")).map(String::strip).filter(word -> !word.isEmpty())
                    .map(word -> Fallback.valueOf(word.toUpperCase(Locale.ROOT))).toList());
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static PluginSet set(JsonNode set, boolean plugin) {
        var labels = set.at("/spec/selector/matchLabels");
        var metadata = set.path("metadata");
        return new PluginSet(metadata.path("namespace").asText(), metadata.path("name").asText(),
                labels.path("app").asText(labels.path("app.kubernetes.io/name").asText("")),
                metadata.path("resourceVersion").asText(), plugin,
                set.at("/spec/template/metadata/annotations").path(RESTARTED).asText(""));
    }

    private SharingSetup setup(PluginKeeper keeper, String namespace, String migStrategy, ConfigLocation told,
            List<PluginSet> sets)
            throws InterruptedException {
        try {
            return new SharingSetup(keeper, namespace, migStrategy, told, configs(namespace, told.map()), sets,
                    Optional.empty());
        } catch (Failure failure) {
            return new SharingSetup(keeper, namespace, migStrategy, told, Optional.empty(), sets,
                    Optional.of(failure.problem()));
        }
    }

    private Optional<SharingConfigs> configs(String namespace, String name) throws Failure, InterruptedException {
        if (name.isEmpty()) {
            return Optional.empty();
        }
        try {
            var map = objects.read(ApiPaths.of(new ObjectRef("v1", "ConfigMap", "configmaps", namespace, name)),
                    "read the sharing configurations in " + name);
            var texts = new TreeMap<String, String>();
            map.path("data").properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
            return Optional.of(SharingConfigs.of(name, map.at("/metadata/resourceVersion").asText(), texts));
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }
}
