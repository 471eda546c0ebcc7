package tessera.doctor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.doctor.GpuStackInventory.PluginConfigs;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.model.NodeFacts;
import tessera.model.PodFacts;
import tessera.sharing.AdvertisedNodeDevices;
import tessera.sharing.AdvertisedShares;
import tessera.sharing.ConfigChoice;
import tessera.stack.ChainLink;
import tessera.stack.GpuStack;
import tessera.stack.NodeChain;
import tessera.stack.StackComponent;

/** Looks for device plugins that were started before their configuration was edited, on nodes that show another one. */
final class StaleConfigs {

    private final SymptomCatalog matrix;
    private final Optional<PluginConfigs> configs;
    private final List<NodeChain> chains;

    /** @param asked whether a node is meant */
    StaleConfigs(SymptomCatalog matrix, DiagnosisInput known, GpuStack stack, Predicate<String> asked) {
        this.matrix = matrix;
        configs = known.remains().configs();
        chains = stack.chains().stream().filter(chain -> asked.test(chain.name())).toList();
    }

    List<DoctorFinding> findings() {
        return configs.flatMap(each -> each.edited().map(edited -> findings(each, edited))).orElse(List.of());
    }

    private List<DoctorFinding> findings(PluginConfigs told, Instant edited) {
        var stale = new LinkedHashMap<String, String>();
        for (var chain : chains) {
            var different = different(chain.node().info().facts(), told);
            begun(chain.link(StackComponent.PLUGIN)).filter(begun -> begun.isBefore(edited) && !different.isEmpty())
                    .ifPresent(begun -> stale.put(chain.name(), "%s: %s; its device plugin started at %s"
                            .formatted(chain.name(), String.join(", ", different), begun)));
        }
        if (stale.isEmpty()) {
            return List.of();
        }
        var evidence = new ArrayList<>(List.of("the ConfigMap was edited at " + edited));
        stale.values().stream().limit(SymptomSubject.LISTED).forEach(evidence::add);
        var map = told.map();
        return List.of(matrix.finding("config-stale", SymptomSubject.nodes(List.copyOf(stale.keySet()), "")
                .with("namespace", map.namespace()).with("map", map.name()), evidence));
    }

    /** Since when it runs; empty where it does not, and of a container that was restarted, of which it is not known. */
    private static Optional<Instant> begun(ChainLink plugin) {
        return Optional.ofNullable(plugin.pod())
                .filter(pod -> plugin.state() == ChainLink.LinkState.READY && pod.restarts() == 0)
                .map(PodFacts::started);
    }

    /** What the node shows otherwise than its configuration would have it. */
    private static List<String> different(NodeFacts facts, PluginConfigs told) {
        var named = facts.label(ConfigChoice.LABEL);
        var shares = told.shares().get(named.isEmpty() ? told.usual() : named);
        if (shares == null || !facts.ready()) {
            return List.of();
        }
        var wanted = AdvertisedShares.of(AdvertisedNodeDevices.of(facts.labels(), facts.capacity().toMap()), shares);
        var different = new ArrayList<String>();
        wanted.resources().forEach((name, amount) -> {
            if (facts.capacity().get(name) != amount) {
                different.add("%d %s instead of %d".formatted(facts.capacity().get(name), name, amount));
            }
        });
        wanted.labels().forEach((key, value) -> {
            if (!facts.label(key).isEmpty() && !facts.label(key).equals(value)) {
                different.add("label %s=%s instead of %s".formatted(key, facts.label(key), value));
            }
        });
        return different;
    }
}
