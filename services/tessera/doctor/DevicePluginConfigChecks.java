package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.doctor.GpuStackConfigInventory.NamedDevicePluginConfigs;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.model.SpellingSuggestionFinder;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeComponentCondition;
import tessera.stack.NodeGpuStackComponent;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.text.MessageCatalog;

/** Checks the named configurations of device plugins: whether they exist, and whether a plugin accepts them. */
final class DevicePluginConfigChecks {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DevicePluginConfigChecks.class);
    private static final Set<NodeGpuStackComponent.NodeComponentState> DOWN = Set.of(
            NodeGpuStackComponent.NodeComponentState.BROKEN, NodeGpuStackComponent.NodeComponentState.STARTING,
            NodeGpuStackComponent.NodeComponentState.WAITS);
    /** How a plugin without a configuration fares; whoever has no image has another trouble. */
    private static final Set<NodeComponentCondition> UNCONFIGURED = Set.of(NodeComponentCondition.CRASHING,
            NodeComponentCondition.NOT_READY, NodeComponentCondition.CANNOT_START, NodeComponentCondition.STUCK,
            NodeComponentCondition.STARTS, NodeComponentCondition.WAITS, NodeComponentCondition.ENDS);

    private final GpuStackSymptomCatalog catalog;
    private final Optional<NamedDevicePluginConfigs> configs;
    private final Map<String, DevicePluginConfigNodes> takers = new TreeMap<>();
    private final List<DiagnosisFinding> findings = new ArrayList<>();

    /** @param asked whether a node is meant */
    DevicePluginConfigChecks(GpuStackSymptomCatalog catalog, DiagnosisInput input, GpuStackStatus stack,
            Predicate<String> asked) {
        this.catalog = catalog;
        this.configs = input.inventory().configs();
        var each = configs.orElse(null);
        if (each != null) {
            stack.chains().stream()
                    .filter(chain -> asked.test(chain.name()) && chain.linkOf(GpuStackComponent.PLUGIN)
                            .state() != NodeGpuStackComponent.NodeComponentState.ABSENT)
                    .forEach(chain -> addConfigTaker(chain, each));
        }
    }

    private void addConfigTaker(NodeGpuStackComponentChain chain, NamedDevicePluginConfigs each) {
        boolean named = !configLabel(chain).isEmpty();
        var of = takers.computeIfAbsent(named ? configLabel(chain) : each.defaultKey(),
                _ -> new DevicePluginConfigNodes());
        (named ? of.labelledChains : of.defaultChains).add(chain);
    }

    /** The nodes that use one configuration, by label or by default. */
    private static final class DevicePluginConfigNodes {

        private final List<NodeGpuStackComponentChain> labelledChains = new ArrayList<>();
        private final List<NodeGpuStackComponentChain> defaultChains = new ArrayList<>();

        List<NodeGpuStackComponentChain> allNodes() {
            var all = new ArrayList<>(labelledChains);
            all.addAll(defaultChains);
            return all;
        }
    }

    private static String configLabel(NodeGpuStackComponentChain chain) {
        return chain.node().info().nodeSummary().label(DevicePluginConfigChoice.LABEL);
    }

    /** Returns the nodes whose device plugin, or GPU feature discovery, does not run for want of a configuration. */
    ExplainedProblemNodes explainedNodes() {
        var down = takers.entrySet().stream().filter(each -> isUnusable(each.getKey()))
                .flatMap(each -> each.getValue().allNodes().stream()).filter(DevicePluginConfigChecks::isDown).toList();
        return new ExplainedProblemNodes(
                down.stream().map(NodeGpuStackComponentChain::name).collect(Collectors.toSet()),
                down.stream().filter(chain -> !OperandDeployLabelChecks.offersDevices(chain.node()))
                        .map(NodeGpuStackComponentChain::name).collect(Collectors.toSet()));
    }

    private boolean isUnusable(String key) {
        return configs
                .filter(each -> !each.exists()
                        || (!key.isEmpty() && (!each.keys().contains(key) || each.rejected().containsKey(key))))
                .isPresent();
    }

    private static boolean isDown(NodeGpuStackComponentChain chain) {
        return isDown(chain.linkOf(GpuStackComponent.PLUGIN)) || isDown(chain.linkOf(GpuStackComponent.FEATURES));
    }

    private static boolean isDown(NodeGpuStackComponent stackComponent) {
        return DOWN.contains(stackComponent.state()) && UNCONFIGURED.contains(stackComponent.condition());
    }

    List<DiagnosisFinding> findings() {
        configs.ifPresent(each -> {
            if (!each.exists()) {
                findings.add(configFinding("configs-missing", configMapSubject(each, each.map().name()),
                        takers.values().stream().flatMap(some -> some.allNodes().stream()).toList(),
                        List.of(MESSAGES.text("config.name"))));
                return;
            }
            checkDefault(each);
            for (var entry : takers.entrySet()) {
                var key = entry.getKey();
                var some = entry.getValue();
                if (!each.keys().contains(key) && !some.labelledChains.isEmpty()) {
                    reportUnknown(each, key, some.labelledChains);
                } else if (each.rejected().containsKey(key)) {
                    reportRejected(each, key, some);
                }
            }
        });
        return List.copyOf(findings);
    }

    /** Reports a label without a configuration: it is corrected where a name is similar, else removed where there is a default. */
    private void reportUnknown(NamedDevicePluginConfigs configs, String key, List<NodeGpuStackComponentChain> nodes) {
        var near = SpellingSuggestionFinder.findMistyped(key, configs.keys().stream().sorted().toList());
        var names = nodes.stream().map(NodeGpuStackComponentChain::name).toList();
        var finding = configFinding("config-unknown", nodesSubject(configs, nodes, key), nodes,
                List.of("label %s=%s".formatted(DevicePluginConfigChoice.LABEL, key),
                        near.map(name -> MESSAGES.text("similar", name)).orElse(""), keysText(configs)));
        boolean usual = configs.keys().contains(configs.defaultKey());
        findings.add(near.map(name -> finding.withRemediation(
                new FindingRemediation.NodeLabelRemedy(names, Map.of(DevicePluginConfigChoice.LABEL, name), Set.of())))
                .orElseGet(() -> usual ? finding.withRemediation(
                        new FindingRemediation.NodeLabelRemedy(names, Map.of(), Set.of(DevicePluginConfigChoice.LABEL)))
                        : finding));
    }

    private void checkDefault(NamedDevicePluginConfigs configs) {
        var key = configs.defaultKey();
        if (!key.isEmpty() && !configs.keys().contains(key)) {
            findings.add(configFinding("config-missing", configMapSubject(configs, key),
                    takers.getOrDefault(key, new DevicePluginConfigNodes()).defaultChains,
                    List.of(MESSAGES.text("config.default"), keysText(configs))));
        }
    }

    private void reportRejected(NamedDevicePluginConfigs configs, String key, DevicePluginConfigNodes some) {
        var evidence = new ArrayList<String>();
        evidence.add("%s: %s".formatted(key, configs.rejected().get(key)));
        if (!some.labelledChains.isEmpty()) {
            evidence.add(MESSAGES.text("config.label.nodes", DevicePluginConfigChoice.LABEL, key,
                    namesText(some.labelledChains)));
        }
        if (!some.defaultChains.isEmpty()) {
            evidence.add(MESSAGES.text("config.default.nodes", namesText(some.defaultChains)));
        }
        findings.add(configFinding("config-rejected", nodesSubject(configs, some.allNodes(), key), some.allNodes(),
                evidence));
    }

    /** Returns a finding, which is critical where nodes are without a device plugin already. */
    private DiagnosisFinding configFinding(String id, SymptomPlaceholderValues of,
            List<NodeGpuStackComponentChain> nodes, List<String> evidence) {
        var down = nodes.stream().filter(DevicePluginConfigChecks::isDown).toList();
        var told = new ArrayList<>(evidence);
        if (!down.isEmpty()) {
            told.add(MESSAGES.text("config.down", namesText(down)));
        }
        var single = nodes.size() == 1
                ? new SymptomPlaceholderValues(of.object(), nodes.getFirst().name(), of.placeholders())
                : of;
        var finding = catalog.finding(id, single, told);
        return down.isEmpty() ? finding : finding.withSeverity(AlertOrFindingSeverity.CRITICAL);
    }

    private static SymptomPlaceholderValues configMapSubject(NamedDevicePluginConfigs configs, String subject) {
        var map = configs.map();
        return new SymptomPlaceholderValues("configmaps/%s -n %s".formatted(map.name(), map.namespace()), "",
                Map.of("namespace", map.namespace(), "map", map.name(), "what", subject));
    }

    private static SymptomPlaceholderValues nodesSubject(NamedDevicePluginConfigs configs,
            List<NodeGpuStackComponentChain> nodes, String subject) {
        return SymptomPlaceholderValues.ofNodes(nodes.stream().map(NodeGpuStackComponentChain::name).toList(), subject)
                .withPlaceholder("namespace", configs.map().namespace()).withPlaceholder("map", configs.map().name());
    }

    private static String namesText(List<NodeGpuStackComponentChain> nodes) {
        return SymptomPlaceholderValues.namesText(nodes.stream().map(NodeGpuStackComponentChain::name).toList());
    }

    private static String keysText(NamedDevicePluginConfigs configs) {
        return MESSAGES.text("config.keys", configs.keys().stream().sorted().toList());
    }
}
