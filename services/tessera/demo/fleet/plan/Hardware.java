package tessera.demo.fleet.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The machines that exist, and the ways in which MIG divides them. */
public record Hardware(List<Model> models, Map<String, List<Part>> layouts) {

    /**
     * A kind of machine.
     *
     * @param vendor    {@code nvidia}, {@code amd}, {@code habana}; empty for one without accelerators
     * @param product   the name of its accelerators as feature discovery labels it
     * @param gpuMemory of one accelerator, in MiB
     * @param cpu       cores
     * @param profiles  its MIG profiles by name
     */
    public record Model(String id, String vendor, String product, int gpus, int gpuMemory, String family,
            String computeMajor, String computeMinor, String machine, String instance, String pool, int cpu,
            int memoryGi, int diskGi, boolean migCapable, boolean rdma, List<String> images,
            Map<String, Profile> profiles) {

        public Model {
            profiles = profiles == null ? Map.of() : profiles;
        }

        public boolean nvidia() {
            return vendor.equals("nvidia");
        }
    }

    /**
     * A MIG profile.
     *
     * @param memory  of one instance, in MiB
     * @param compute slices
     * @param slices  of memory
     */
    public record Profile(int memory, int multiprocessors, int compute, int slices, Map<String, Integer> engines) {}

    /**
     * Some GPUs of a node that are divided alike.
     *
     * @param instances how many of each profile a GPU holds; none when it is whole
     */
    public record Part(int gpus, Map<String, Integer> instances) {}

    /** Reads the list of what there is. */
    public static Hardware load() {
        return Scripts.read("hardware.json", Hardware.class);
    }

    Model model(String id) {
        return models.stream().filter(model -> model.id().equals(id)).findFirst().orElseThrow();
    }

    List<Part> layout(String name) {
        return Optional.ofNullable(layouts.get(name)).orElseThrow();
    }
}
