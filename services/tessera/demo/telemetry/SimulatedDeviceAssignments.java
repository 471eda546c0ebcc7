package tessera.demo.telemetry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The grants of a node's devices to containers. Who has one keeps it until it ends, as with a kubelet. For one thread at a
 * time.
 */
final class SimulatedDeviceAssignments {

    private static final String WHOLE = "nvidia.com/gpu";
    private static final String MIG = "nvidia.com/mig-";

    private List<SimulatedPhysicalGpu> gpus = List.of();
    private final SequencedMap<String, List<SimulatedAssignedDevice>> devicesByContainer = new LinkedHashMap<>();
    private List<SimulatedGpuContainer> inOrder = List.of();

    /** Revokes the grants of containers that are gone, and grants devices to new ones. */
    void updateGrants(List<SimulatedPhysicalGpu> present, List<SimulatedGpuContainer> holders) {
        if (!present.equals(gpus)) {
            gpus = List.copyOf(present);
            retainGrants();
        }
        devicesByContainer.keySet().retainAll(holders.stream().map(SimulatedGpuContainer::key).toList());
        inOrder = holders.stream()
                .sorted(Comparator.comparing(SimulatedGpuContainer::createdText)
                        .thenComparing(SimulatedGpuContainer::pod)
                        .thenComparing(SimulatedGpuContainer::container))
                .toList();
        inOrder.stream().filter(holder -> !devicesByContainer.containsKey(holder.key()))
                .forEach(holder -> devicesByContainer.put(holder.key(), chooseDevices(holder)));
    }

    /** Keeps the grants whose devices all exist still. */
    private void retainGrants() {
        var units = new HashMap<String, SimulatedAssignedDevice>();
        gpus.forEach(physicalGpu -> physicalGpu.grantableDevices().forEach(unit -> units.put(unit.uuid(), unit)));
        devicesByContainer.values().removeIf(had -> !had.stream().allMatch(unit -> units.containsKey(unit.uuid())));
        devicesByContainer
                .replaceAll((_, had) -> had.stream().map(unit -> units.getOrDefault(unit.uuid(), unit)).toList());
    }

    /** Returns the holders of each part of a board, in the order in which they came. */
    SimulatedGpuLoad workOn(SimulatedPhysicalGpu physicalGpu) {
        return new SimulatedGpuLoad(physicalGpu,
                physicalGpu.grantableDevices().stream()
                        .map(unit -> new SimulatedGpuLoad.DeviceHoldingContainers(unit, inOrder.stream()
                                .filter(holder -> devicesByContainer.getOrDefault(holder.key(), List.of())
                                        .contains(unit))
                                .toList()))
                        .toList());
    }

    /** Returns the devices of a holder, or those it would be given. */
    List<SimulatedAssignedDevice> devicesOf(SimulatedGpuContainer holder) {
        var units = devicesByContainer.get(holder.key());
        return units == null ? chooseDevices(holder) : units;
    }

    private List<SimulatedAssignedDevice> chooseDevices(SimulatedGpuContainer holder) {
        Map<SimulatedAssignedDevice, Integer> load = new HashMap<>();
        devicesByContainer.values().forEach(units -> units.forEach(unit -> load.merge(unit, 1, Integer::sum)));
        var chosen = new ArrayList<SimulatedAssignedDevice>();
        gpus.stream().filter(physicalGpu -> holder.claimed().stream().anyMatch(claimed -> claimed.isBoard(physicalGpu)))
                .forEach(physicalGpu -> chosen.addAll(physicalGpu.grantableDevices()));
        holder.requests().forEach((resource, count) -> {
            var fitting = gpus.stream().filter(physicalGpu -> !physicalGpu.fallenOffBus())
                    .flatMap(physicalGpu -> physicalGpu.grantableDevices().stream())
                    .filter(unit -> canServe(resource, unit)).toList();
            for (int i = 0; i < count && !fitting.isEmpty(); i++) {
                var least = fitting.stream().min(Comparator.comparingInt(unit -> load.getOrDefault(unit, 0)));
                least.ifPresent(unit -> {
                    load.merge(unit, 1, Integer::sum);
                    chosen.add(unit);
                });
            }
        });
        return chosen;
    }

    private boolean canServe(String resource, SimulatedAssignedDevice unit) {
        if (resource.startsWith(MIG)) {
            return unit.hasProfile(resource.substring(MIG.length()));
        }
        // Where all boards are divided alike, their parts may go by the name of whole boards.
        boolean parts = resource.equals(WHOLE) && gpus.stream().allMatch(SimulatedPhysicalGpu::isMigEnabled);
        return parts || unit.instance() == null;
    }
}
