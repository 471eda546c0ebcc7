package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tessera.alerts.Severity;
import tessera.doctor.GpuStackInventory.PluginConfigs;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.model.SpellingSuggestions;
import tessera.sharing.ConfigChoice;
import tessera.stack.ChainLink;
import tessera.stack.GpuStack;
import tessera.stack.NodeChain;
import tessera.stack.StackComponent;

/** Checks the named configurations of device plugins: whether they exist, and whether a plugin accepts them. */
final class PluginConfigChecks {

    private static final Set<ChainLink.LinkState> DOWN = Set.of(ChainLink.LinkState.BROKEN,
            ChainLink.LinkState.STARTING, ChainLink.LinkState.WAITS);
    /** How a plugin without a configuration fares; whoever has no image has another trouble. */
    private static final Set<String> UNCONFIGURED = Set.of("crashing", "not ready", "cannot start", "stuck", "starts",
            "waits", "ends");

    private final SymptomCatalog matrix;
    private final Optional<PluginConfigs> configs;
    private final Map<String, ConfigNodes> takers = new TreeMap<>();
    private final List<DoctorFinding> found = new ArrayList<>();

    /** @param asked whether a node is meant */
    PluginConfigChecks(SymptomCatalog matrix, DiagnosisInput input, GpuStack stack, Predicate<String> asked) {
        this.matrix = matrix;
        this.configs = input.inventory().configs();
        configs.ifPresent(each -> stack.chains().stream()
                .filter(chain -> asked.test(chain.name())
                        && chain.linkOf(StackComponent.PLUGIN).state() != ChainLink.LinkState.ABSENT)
                .forEach(chain -> {
                    boolean named = !configLabel(chain).isEmpty();
                    var of = takers.computeIfAbsent(named ? configLabel(chain) : each.defaultKey(),
                            _ -> new ConfigNodes());
                    (named ? of.named : of.usual).add(chain);
                }));
    }

    /** The nodes that use one configuration, by label or by default. */
    private static final class ConfigNodes {

        private final List<NodeChain> named = new ArrayList<>();
        private final List<NodeChain> usual = new ArrayList<>();

        List<NodeChain> allNodes() {
            var all = new ArrayList<>(named);
            all.addAll(usual);
            return all;
        }
    }

    private static String configLabel(NodeChain chain) {
        return chain.node().info().facts().label(ConfigChoice.LABEL);
    }

    /** Returns the nodes whose device plugin, or GPU feature discovery, does not run for want of a configuration. */
    ExplainedNodes explainedNodes() {
        var down = takers.entrySet().stream().filter(each -> isUnusable(each.getKey()))
                .flatMap(each -> each.getValue().allNodes().stream()).filter(PluginConfigChecks::isDown).toList();
        return new ExplainedNodes(down.stream().map(NodeChain::name).collect(Collectors.toSet()),
                down.stream().filter(chain -> !DeployGateChecks.offersDevices(chain.node())).map(NodeChain::name)
                        .collect(Collectors.toSet()));
    }

    private boolean isUnusable(String key) {
        return configs.filter(each -> !each.exists() || (!key.isEmpty()
                && (!each.keys().contains(key) || each.rejected().containsKey(key)))).isPresent();
    }

    private static boolean isDown(NodeChain chain) {
        return isDown(chain.linkOf(StackComponent.PLUGIN)) || isDown(chain.linkOf(StackComponent.FEATURES));
    }

    private static boolean isDown(ChainLink link) {
        return DOWN.contains(link.state()) && UNCONFIGURED.contains(link.brief());
    }

    List<DoctorFinding> findings() {
        configs.ifPresent(each -> {
            if (!each.exists()) {
                found.add(configFinding("configs-missing", configMapSubject(each, each.map().name()),
                        takers.values().stream().flatMap(some -> some.allNodes().stream()).toList(),
                        List.of("the ClusterPolicy names it in devicePlugin.config.name")));
                return;
            }
            checkDefault(each);
            takers.forEach((key, some) -> {
                if (!each.keys().contains(key) && !some.named.isEmpty()) {
                    reportUnknown(each, key, some.named);
                } else if (each.rejected().containsKey(key)) {
                    reportRejected(each, key, some);
                }
            });
        });
        return List.copyOf(found);
    }

    /** Reports a label without a configuration: it is corrected where a name is similar, else removed where there is a default. */
    private void reportUnknown(PluginConfigs configs, String key, List<NodeChain> nodes) {
        var near = SpellingSuggestions.findMistyped(key, configs.keys().stream().sorted().toList());
        var names = nodes.stream().map(NodeChain::name).toList();
        var finding = configFinding("config-unknown", nodesSubject(configs, nodes, key), nodes,
                List.of("label %s=%s".formatted(ConfigChoice.LABEL, key),
                        near.map(name -> "the name most like it is " + name).orElse(""), keysText(configs)));
        boolean usual = configs.keys().contains(configs.defaultKey());
        found.add(near
                .map(name -> finding
                        .withRemediation(
                                new Remediation.RelabelNodes(names, Map.of(ConfigChoice.LABEL, name), Set.of())))
                .orElseGet(() -> usual
                        ? finding.withRemediation(
                                new Remediation.RelabelNodes(names, Map.of(), Set.of(ConfigChoice.LABEL)))
                        : finding));
    }

    private void checkDefault(PluginConfigs configs) {
        var key = configs.defaultKey();
        if (!key.isEmpty() && !configs.keys().contains(key)) {
            found.add(configFinding("config-missing", configMapSubject(configs, key),
                    takers.getOrDefault(key, new ConfigNodes()).usual,
                    List.of("the ClusterPolicy names it in devicePlugin.config.default", keysText(configs))));
        }
    }

    private void reportRejected(PluginConfigs configs, String key, ConfigNodes some) {
        var evidence = new ArrayList<String>();
        evidence.add("%s: %s".formatted(key, configs.rejected().get(key)));
        if (!some.named.isEmpty()) {
            evidence.add("label %s=%s on %s".formatted(ConfigChoice.LABEL, key, namesText(some.named)));
        }
        if (!some.usual.isEmpty()) {
            evidence.add("the ClusterPolicy names it in devicePlugin.config.default, for %s".formatted(
                    namesText(some.usual)));
        }
        found.add(configFinding("config-rejected", nodesSubject(configs, some.allNodes(), key), some.allNodes(),
                evidence));
    }

    /** Returns a finding, which is critical where nodes are without a device plugin already. */
    private DoctorFinding configFinding(String id, SymptomSubject of, List<NodeChain> nodes, List<String> evidence) {
        var down = nodes.stream().filter(PluginConfigChecks::isDown).toList();
        var told = new ArrayList<>(evidence);
        if (!down.isEmpty()) {
            told.add("without a device plugin that runs: " + namesText(down));
        }
        var single = nodes.size() == 1 ? new SymptomSubject(of.object(), nodes.getFirst().name(), of.placeholders())
                : of;
        var finding = matrix.finding(id, single, told);
        return down.isEmpty() ? finding : finding.withSeverity(Severity.CRITICAL);
    }

    private static SymptomSubject configMapSubject(PluginConfigs configs, String subject) {
        var map = configs.map();
        return new SymptomSubject("configmaps/%s -n %s".formatted(map.name(), map.namespace()), "",
                Map.of("namespace", map.namespace(), "map", map.name(), "what", subject));
    }

    private static SymptomSubject nodesSubject(PluginConfigs configs, List<NodeChain> nodes, String subject) {
        return SymptomSubject.ofNodes(nodes.stream().map(NodeChain::name).toList(), subject)
                .withPlaceholder("namespace", configs.map().namespace()).withPlaceholder("map", configs.map().name());
    }

    private static String namesText(List<NodeChain> nodes) {
        return SymptomSubject.namesText(nodes.stream().map(NodeChain::name).toList());
    }

    private static String keysText(PluginConfigs configs) {
        return configs.keys().isEmpty() ? "the ConfigMap has no configuration"
                : "the ConfigMap has " + configs.keys().stream().sorted().collect(Collectors.joining(", "));
    }
}
