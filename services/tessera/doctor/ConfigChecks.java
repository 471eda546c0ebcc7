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

/** Looks at the named configurations of device plugins: whether they are there, and whether a plugin takes them. */
final class ConfigChecks {

    private static final Set<ChainLink.LinkState> DOWN = Set.of(ChainLink.LinkState.BROKEN,
            ChainLink.LinkState.STARTING, ChainLink.LinkState.WAITS);
    /** How a plugin without a configuration fares; whoever has no image has another trouble. */
    private static final Set<String> UNCONFIGURED = Set.of("crashing", "not ready", "cannot start", "stuck", "starts",
            "waits", "ends");

    private final SymptomCatalog matrix;
    private final Optional<PluginConfigs> configs;
    private final Map<String, Takers> takers = new TreeMap<>();
    private final List<DoctorFinding> found = new ArrayList<>();

    /** @param asked whether a node is meant */
    ConfigChecks(SymptomCatalog matrix, DiagnosisInput known, GpuStack stack, Predicate<String> asked) {
        this.matrix = matrix;
        this.configs = known.remains().configs();
        configs.ifPresent(each -> stack.chains().stream()
                .filter(chain -> asked.test(chain.name())
                        && chain.link(StackComponent.PLUGIN).state() != ChainLink.LinkState.ABSENT)
                .forEach(chain -> {
                    boolean named = !label(chain).isEmpty();
                    var of = takers.computeIfAbsent(named ? label(chain) : each.usual(), _ -> new Takers());
                    (named ? of.named : of.usual).add(chain);
                }));
    }

    /** Nodes that take one configuration, and why they do. */
    private static final class Takers {

        private final List<NodeChain> named = new ArrayList<>();
        private final List<NodeChain> usual = new ArrayList<>();

        List<NodeChain> all() {
            var all = new ArrayList<>(named);
            all.addAll(usual);
            return all;
        }
    }

    private static String label(NodeChain chain) {
        return chain.node().info().facts().label(ConfigChoice.LABEL);
    }

    /** Nodes whose device plugin, or GPU discovery, does not run for want of a configuration. */
    ExplainedNodes causes() {
        var down = takers.entrySet().stream().filter(each -> wrong(each.getKey()))
                .flatMap(each -> each.getValue().all().stream()).filter(ConfigChecks::down).toList();
        return new ExplainedNodes(down.stream().map(NodeChain::name).collect(Collectors.toSet()),
                down.stream().filter(chain -> !GateChecks.offers(chain.node())).map(NodeChain::name)
                        .collect(Collectors.toSet()));
    }

    private boolean wrong(String key) {
        return configs.filter(each -> !each.there() || (!key.isEmpty()
                && (!each.keys().contains(key) || each.rejected().containsKey(key)))).isPresent();
    }

    private static boolean down(NodeChain chain) {
        return down(chain.link(StackComponent.PLUGIN)) || down(chain.link(StackComponent.FEATURES));
    }

    private static boolean down(ChainLink link) {
        return DOWN.contains(link.state()) && UNCONFIGURED.contains(link.brief());
    }

    List<DoctorFinding> findings() {
        configs.ifPresent(each -> {
            if (!each.there()) {
                found.add(told("configs-missing", place(each, each.map().name()),
                        takers.values().stream().flatMap(some -> some.all().stream()).toList(),
                        List.of("the ClusterPolicy names it in devicePlugin.config.name")));
                return;
            }
            usual(each);
            takers.forEach((key, some) -> {
                if (!each.keys().contains(key) && !some.named.isEmpty()) {
                    unknown(each, key, some.named);
                } else if (each.rejected().containsKey(key)) {
                    rejected(each, key, some);
                }
            });
        });
        return List.copyOf(found);
    }

    /** The label is corrected where a name is like it, else taken away where there is one for nodes without. */
    private void unknown(PluginConfigs each, String key, List<NodeChain> nodes) {
        var near = SpellingSuggestions.mistyped(key, each.keys().stream().sorted().toList());
        var names = nodes.stream().map(NodeChain::name).toList();
        var finding = told("config-unknown", nodes(each, nodes, key), nodes,
                List.of("label %s=%s".formatted(ConfigChoice.LABEL, key),
                        near.map(name -> "the name most like it is " + name).orElse(""), keys(each)));
        boolean usual = each.keys().contains(each.usual());
        found.add(near
                .map(name -> finding
                        .mendedBy(new Remediation.Relabel(names, Map.of(ConfigChoice.LABEL, name), Set.of())))
                .orElseGet(() -> usual
                        ? finding.mendedBy(new Remediation.Relabel(names, Map.of(), Set.of(ConfigChoice.LABEL)))
                        : finding));
    }

    private void usual(PluginConfigs each) {
        var key = each.usual();
        if (!key.isEmpty() && !each.keys().contains(key)) {
            found.add(told("config-missing", place(each, key), takers.getOrDefault(key, new Takers()).usual,
                    List.of("the ClusterPolicy names it in devicePlugin.config.default", keys(each))));
        }
    }

    private void rejected(PluginConfigs each, String key, Takers some) {
        var evidence = new ArrayList<String>();
        evidence.add("%s: %s".formatted(key, each.rejected().get(key)));
        if (!some.named.isEmpty()) {
            evidence.add("label %s=%s on %s".formatted(ConfigChoice.LABEL, key, names(some.named)));
        }
        if (!some.usual.isEmpty()) {
            evidence.add("the ClusterPolicy names it in devicePlugin.config.default, for %s".formatted(
                    names(some.usual)));
        }
        found.add(told("config-rejected", nodes(each, some.all(), key), some.all(), evidence));
    }

    /** More urgent where nodes are without a device plugin already. */
    private DoctorFinding told(String id, SymptomSubject of, List<NodeChain> nodes, List<String> evidence) {
        var down = nodes.stream().filter(ConfigChecks::down).toList();
        var told = new ArrayList<>(evidence);
        if (!down.isEmpty()) {
            told.add("without a device plugin that runs: " + names(down));
        }
        var single = nodes.size() == 1 ? new SymptomSubject(of.object(), nodes.getFirst().name(), of.words()) : of;
        var finding = matrix.finding(id, single, told);
        return down.isEmpty() ? finding : finding.as(Severity.CRITICAL);
    }

    private static SymptomSubject place(PluginConfigs configs, String what) {
        var map = configs.map();
        return new SymptomSubject("configmaps/%s -n %s".formatted(map.name(), map.namespace()), "",
                Map.of("namespace", map.namespace(), "map", map.name(), "what", what));
    }

    private static SymptomSubject nodes(PluginConfigs configs, List<NodeChain> nodes, String what) {
        return SymptomSubject.nodes(nodes.stream().map(NodeChain::name).toList(), what)
                .with("namespace", configs.map().namespace()).with("map", configs.map().name());
    }

    private static String names(List<NodeChain> nodes) {
        return SymptomSubject.names(nodes.stream().map(NodeChain::name).toList());
    }

    private static String keys(PluginConfigs configs) {
        return configs.keys().isEmpty() ? "the ConfigMap has no configuration"
                : "the ConfigMap has " + configs.keys().stream().sorted().collect(Collectors.joining(", "));
    }
}
