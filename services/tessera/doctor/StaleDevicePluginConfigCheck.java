package tessera.doctor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.doctor.GpuStackConfigInventory.NamedDevicePluginConfigs;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.model.NodeSummary;
import tessera.model.PodSummary;
import tessera.sharing.AdvertisedShares;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.sharing.ShareableNodeDevices;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponent;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.text.MessageCatalog;

/** Finds device plugins that were started before their configuration was edited, on nodes that show another one. */
final class StaleDevicePluginConfigCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(StaleDevicePluginConfigCheck.class);

    private final GpuStackSymptomCatalog catalog;
    private final Optional<NamedDevicePluginConfigs> configs;
    private final List<NodeGpuStackComponentChain> chains;

    /** @param asked whether a node is meant */
    StaleDevicePluginConfigCheck(GpuStackSymptomCatalog catalog, DiagnosisInput input, GpuStackStatus stack,
            Predicate<String> asked) {
        this.catalog = catalog;
        configs = input.inventory().configs();
        chains = stack.chains().stream().filter(chain -> asked.test(chain.name())).toList();
    }

    List<DiagnosisFinding> findings() {
        return configs.flatMap(this::editedConfigFindings).orElse(List.of());
    }

    private Optional<List<DiagnosisFinding>> editedConfigFindings(NamedDevicePluginConfigs each) {
        return each.edited().map(edited -> configFindings(each, edited));
    }

    private List<DiagnosisFinding> configFindings(NamedDevicePluginConfigs told, Instant edited) {
        var stale = new LinkedHashMap<String, String>();
        for (var chain : chains) {
            var different = findDifferences(chain.node().info().nodeSummary(), told);
            runningSince(chain.linkOf(GpuStackComponent.PLUGIN))
                    .filter(begun -> begun.isBefore(edited) && !different.isEmpty()).ifPresent(begun -> stale
                            .put(chain.name(), MESSAGES.text("stale.node", chain.name(), different, begun)));
        }
        if (stale.isEmpty()) {
            return List.of();
        }
        var evidence = new ArrayList<>(List.of(MESSAGES.text("stale.edited", edited)));
        stale.values().stream().limit(SymptomPlaceholderValues.LISTED).forEach(evidence::add);
        var map = told.map();
        return List
                .of(catalog.finding("config-stale",
                        SymptomPlaceholderValues.ofNodes(List.copyOf(stale.keySet()), "")
                                .withPlaceholder("namespace", map.namespace()).withPlaceholder("map", map.name()),
                        evidence));
    }

    /** Returns the plugin's start; empty where it does not run, or a restarted container makes it unknown. */
    private static Optional<Instant> runningSince(NodeGpuStackComponent plugin) {
        return Optional.ofNullable(plugin.pod())
                .filter(pod -> plugin.state() == NodeGpuStackComponent.NodeComponentState.READY && pod.restarts() == 0)
                .map(PodSummary::started);
    }

    /** Returns the labels and amounts of the node that differ from its configuration. */
    private static List<String> findDifferences(NodeSummary nodeSummary, NamedDevicePluginConfigs told) {
        var named = nodeSummary.label(DevicePluginConfigChoice.LABEL);
        var shares = told.shares().get(named.isEmpty() ? told.defaultKey() : named);
        if (shares == null || !nodeSummary.isReady()) {
            return List.of();
        }
        var advertisedShares = AdvertisedShares
                .compute(ShareableNodeDevices.fromNode(nodeSummary.labels(), nodeSummary.capacity().toMap()), shares);
        var different = new ArrayList<String>();
        advertisedShares.exactResources().forEach((name, amount) -> {
            if (nodeSummary.capacity().get(name) != amount) {
                different.add(MESSAGES.text("stale.amount", nodeSummary.capacity().get(name), name, amount));
            }
        });
        advertisedShares.labels().forEach((key, value) -> {
            if (!nodeSummary.label(key).isEmpty() && !nodeSummary.label(key).equals(value)) {
                different.add(MESSAGES.text("stale.label", key, nodeSummary.label(key), value));
            }
        });
        return different;
    }
}
