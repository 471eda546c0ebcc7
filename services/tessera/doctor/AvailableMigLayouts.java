package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.mig.DefaultMigConfigs;
import tessera.mig.MigConfigFile;
import tessera.mig.MigProductCatalog;
import tessera.model.MigNodeLabels;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.yaml.KubernetesYamlReader;

/**
 * The MIG layouts that a node can be configured with.
 *
 * @param map   the ConfigMap that has them
 * @param names of the layouts
 */
public record AvailableMigLayouts(ObjectRef map, Set<String> names) {

    private static final Pattern SINGLE = Pattern.compile("all-\\d+g\\..*");

    public AvailableMigLayouts {
        names = Set.copyOf(names);
    }

    /**
     * Returns the names of the layouts that a product can take, in alphabetical order; all, where the product is unknown.
     *
     * @param product as its label has it
     */
    List<String> layoutsFor(String product) {
        var fitting = MigProductCatalog.bundled().findByLabel(product)
                .map(each -> DefaultMigConfigs.forProduct(each).keySet());
        return names.stream()
                .filter(name -> fitting.isEmpty() || fitting.get().contains(name) || !SINGLE.matcher(name).matches())
                .sorted().toList();
    }

    /** Returns the layouts of each node whose last change failed, as far as they can be read; waits for the cluster. */
    static Map<String, AvailableMigLayouts> read(GpuStackStatus stack, ClusterObjectSource objects)
            throws ProblemException, InterruptedException {
        var failed = stack.chains().stream().filter(AvailableMigLayouts::hasFailed).toList();
        if (failed.isEmpty()) {
            return Map.of();
        }
        var named = configuredName(stack, objects);
        var layouts = new HashMap<String, AvailableMigLayouts>();
        for (var chain : failed) {
            var pod = chain.linkOf(GpuStackComponent.MIG).pod();
            if (pod != null) {
                var names = MigConfigFile.configMapNames(chain.name(), named);
                readFirst(pod.namespace(), names, objects).ifPresent(catalog -> layouts.put(chain.name(), catalog));
            }
        }
        return layouts;
    }

    private static boolean hasFailed(NodeGpuStackComponentChain chain) {
        var nodeSummary = chain.node().info().nodeSummary();
        return nodeSummary.label(MigNodeLabels.STATE).equals("failed")
                && !nodeSummary.label(MigNodeLabels.CONFIG).isEmpty();
    }

    private static String configuredName(GpuStackStatus stack, ClusterObjectSource objects)
            throws ProblemException, InterruptedException {
        var policy = stack.objects().activePolicy();
        if (policy.isEmpty()) {
            return "";
        }
        return objects.find(GpuOperatorObjectRefs.policyRef(policy.get()))
                .map(element -> element.at("/spec/migManager/config/name").asText("")).orElse("");
    }

    private static Optional<AvailableMigLayouts> readFirst(String namespace, List<String> names,
            ClusterObjectSource objects) throws ProblemException, InterruptedException {
        for (var name : names) {
            var map = new ObjectRef("v1", "ConfigMap", "configmaps", namespace, name);
            var found = objects.find(map);
            if (found.isPresent()) {
                return fromConfigMap(map, found.get());
            }
        }
        return Optional.empty();
    }

    /** Returns the layouts of a ConfigMap; empty for one that is no valid YAML. */
    private static Optional<AvailableMigLayouts> fromConfigMap(ObjectRef map, JsonNode found) {
        try {
            var file = MigConfigFile.read(KubernetesYamlReader.read(found.path("data").path("config.yaml").asText("")));
            if (file.configs().isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new AvailableMigLayouts(map, file.configs().keySet()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
