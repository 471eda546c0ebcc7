package tessera.demo.telemetry;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.List;
import java.util.Map;
import tessera.demo.object.SimulatedTableReader;

/**
 * The properties that all boards of one product share.
 *
 * @param name        as its driver says it
 * @param idle        power without work, in W
 * @param limit       the most power it draws, in W
 * @param clock       the highest clock of its processors, in MHz
 * @param idleClock   that without work
 * @param memoryClock in MHz
 * @param stacked     whether its memory is stacked and has a sensor
 * @param link        what its links to other boards carry at most, in bytes a second; 0 without links
 * @param rise        how much warmer than its surroundings it is at its limit, in degrees
 * @param reserved    memory the driver keeps, in MiB
 * @param slots       bus numbers of the boards of a node
 * @param gke         the accelerator's name in GKE; empty where it is not simulated there
 * @param memory      of a board in GKE, in MiB; 0 where it is not simulated there
 */
public record SimulatedGpuModel(String name, double idle, double limit, int clock, int idleClock, int memoryClock,
        boolean stacked, double link, double rise, int reserved, List<String> slots, String gke, int memory) {

    private static final Map<String, SimulatedGpuModel> ALL = readModels();

    public SimulatedGpuModel {
        slots = List.copyOf(slots);
    }

    /** @param product as feature discovery labels it; of one that nobody knows, little is assumed */
    static SimulatedGpuModel forProduct(String product) {
        var model = ALL.get(product);
        return model == null ? ALL.getOrDefault("", ALL.values().iterator().next()).withName(product) : model;
    }

    /** @param accelerator as GKE labels a node pool */
    static SimulatedGpuModel ofGke(String accelerator) {
        return ALL.values().stream().filter(model -> model.gke().equals(accelerator)).findFirst()
                .orElseGet(() -> forProduct(accelerator));
    }

    private SimulatedGpuModel withName(String product) {
        return new SimulatedGpuModel(product.replace('-', ' '), idle, limit, clock, idleClock, memoryClock, stacked,
                link, rise, reserved, slots, gke, memory);
    }

    private static Map<String, SimulatedGpuModel> readModels() {
        return Map.copyOf(SimulatedTableReader.readTable(SimulatedGpuModel.class, "makes.json",
                new TypeReference<Map<String, SimulatedGpuModel>>() {
                }));
    }

    String busAddress(int index) {
        return "00000000:%s:00.0".formatted(slots.get(index % slots.size()));
    }
}
