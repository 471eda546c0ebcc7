package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tessera.demo.fixture.plan.MachineCatalog;
import tessera.demo.fixture.plan.SeededRandom;
import tessera.demo.store.StoreJson;

/**
 * Tells which boards are in a node, so that whoever asks finds the same ones: from its labels and its status, and where
 * those are about something else, from what is known of the machine.
 *
 * @param hardware  the machines there are, and the MIG layouts that configurations name
 * @param divisions how boards are cut
 */
record BoardInventory(SeededRandom mint, MachineCatalog hardware, MigDivisions divisions) {

    static final String GAUDI = "habana.ai/gaudi";
    private static final String MIG = "nvidia.com/mig-";
    private static final String GKE = "cloud.google.com/gke-accelerator";

    /** The boards of a node; none if it has none of a kind that is known here. */
    List<SimulatedBoard> boards(JsonNode node) {
        var name = StoreJson.text(node, "metadata", "name");
        var labels = node.path("metadata").path("labels");
        var capacity = node.path("status").path("capacity");
        var cuts = divisions.of(name);
        if (!cuts.isEmpty()) {
            return known(node, cuts);
        }
        int missing = capacity.path("nvidia.com/gpu").asInt()
                - node.path("status").path("allocatable").path("nvidia.com/gpu").asInt();
        if (labels.has("nvidia.com/gpu.product")) {
            return whole(name, labelled(labels), labels, missing);
        }
        if (labels.has(GKE)) {
            return whole(name, gke(labels), labels, missing);
        }
        if (capacity.has(GAUDI)) {
            return gaudi(name, labels, capacity.path(GAUDI).asInt());
        }
        var boards = new ArrayList<SimulatedBoard>();
        var make = BoardModel.of(StoreJson.text(labels, "amd.com/gpu.product-name"));
        int memory = number(StoreJson.text(labels, "amd.com/gpu.vram")) * 1024;
        for (int i = 0; i < capacity.path("amd.com/gpu").asInt(); i++) {
            boards.add(new SimulatedBoard(i, mint.uid("amd", name, Integer.toString(i)), make, make.bus(i), memory,
                    List.of(), 1,
                    false));
        }
        return boards;
    }

    private List<SimulatedBoard> gaudi(String node, JsonNode labels, int count) {
        var make = BoardModel.of(StoreJson.text(labels, "habana.ai/device-type"));
        int memory = hardware.models().stream()
                .filter(each -> each.instance().equals(StoreJson.text(labels, "node.kubernetes.io/instance-type")))
                .mapToInt(MachineCatalog.Model::gpuMemory).findFirst().orElse(0);
        return IntStream.range(0, count)
                .mapToObj(index -> new SimulatedBoard(index, mint.uid("gaudi", node, Integer.toString(index)),
                        make, make.bus(index), memory, List.of(), 1, false))
                .toList();
    }

    /** Boards of one model that a node has. */
    private record BoardStock(BoardModel make, int count, int memory, int replicas) {}

    /** As feature discovery labels them. */
    private static BoardStock labelled(JsonNode labels) {
        return new BoardStock(
                BoardModel.of(StoreJson.text(labels, "nvidia.com/gpu.product").replaceFirst("-SHARED$|-MIG-.*$", "")),
                number(StoreJson.text(labels, "nvidia.com/gpu.count")),
                number(StoreJson.text(labels, "nvidia.com/gpu.memory")),
                Math.max(1, number(StoreJson.text(labels, "nvidia.com/gpu.replicas"))));
    }

    /** As GKE labels a node pool. */
    private static BoardStock gke(JsonNode labels) {
        var make = BoardModel.ofGke(StoreJson.text(labels, GKE));
        return new BoardStock(make, number(StoreJson.text(labels, GKE + "-count")), make.memory(),
                Math.max(1, number(StoreJson.text(labels, "cloud.google.com/gke-max-shared-clients-per-gpu"))));
    }

    /** @param missing how many boards the device plugin does not offer although they are there */
    private List<SimulatedBoard> whole(String node, BoardStock stock, JsonNode labels, int missing) {
        var parts = parts(labels, stock.count());
        int ill = missing > 0 ? ill(node, parts) : stock.count();
        var boards = new ArrayList<SimulatedBoard>();
        for (int i = 0; i < stock.count(); i++) {
            var uuid = "GPU-" + mint.uid("gpu", node, Integer.toString(i));
            var wanted = parts.get(i);
            boards.add(new SimulatedBoard(i, uuid, stock.make(), stock.make().bus(i), stock.memory(),
                    new MigCutter(mint, uuid, stock.memory()).cut(profiles(labels, wanted)), stock.replicas(),
                    i == ill));
        }
        return boards;
    }

    /** The boards of a machine that is known, cut as they are. */
    private List<SimulatedBoard> known(JsonNode node, List<MigPartitioning> cuts) {
        var name = StoreJson.text(node, "metadata", "name");
        var labels = node.path("metadata").path("labels");
        var model = hardware.models().stream()
                .filter(each -> each.instance().equals(StoreJson.text(labels, "node.kubernetes.io/instance-type")))
                .findFirst().orElseThrow();
        var make = BoardModel.of(model.product());
        int replicas = Math.max(1, number(StoreJson.text(labels, "nvidia.com/gpu.replicas")));
        var status = node.path("status");
        boolean missing = status.path("capacity").path("nvidia.com/gpu").asInt() > status.path("allocatable")
                .path("nvidia.com/gpu").asInt() && status.path("allocatable").path("nvidia.com/gpu").asInt() > 0;
        int ill = missing ? ill(name, cuts.stream().<Map<String, Integer>>map(MigPartitioning::instances).toList())
                : cuts.size();
        var boards = new ArrayList<SimulatedBoard>();
        for (int i = 0; i < cuts.size(); i++) {
            var uuid = "GPU-" + mint.uid("gpu", name, Integer.toString(i));
            var wanted = new HashMap<MigCutter.CutProfile, Integer>();
            cuts.get(i).instances().forEach((profile, count) -> {
                var size = model.profiles().get(profile);
                if (size != null) {
                    wanted.put(new MigCutter.CutProfile(plus(profile), size.compute(), size.memory()), count);
                }
            });
            boards.add(new SimulatedBoard(i, uuid, make, make.bus(i), model.gpuMemory(),
                    new MigCutter(mint, uuid, model.gpuMemory()).cut(wanted), replicas, i == ill));
        }
        return boards;
    }

    /** A profile's name as the driver writes it. */
    private static String plus(String resource) {
        return resource.replaceFirst("\\.(me|gfx)", "+$1");
    }

    /** Which of the undivided boards is the one that is not offered. */
    private int ill(String node, List<Map<String, Integer>> parts) {
        var whole = IntStream.range(0, parts.size()).filter(index -> parts.get(index).isEmpty()).toArray();
        return whole.length == 0 ? parts.size() : whole[mint.number("ill/" + node, whole.length)];
    }

    private static Map<MigCutter.CutProfile, Integer> profiles(JsonNode labels, Map<String, Integer> wanted) {
        var profiles = new HashMap<MigCutter.CutProfile, Integer>();
        wanted.forEach((name, count) -> profiles.put(
                new MigCutter.CutProfile(plus(name),
                        number(StoreJson.text(labels, MIG + name + ".slices.ci")),
                        number(StoreJson.text(labels, MIG + name + ".memory"))),
                count));
        return profiles;
    }

    /**
     * How each board is divided. Labels only say how many instances of each profile a node has; the layout by the name of
     * its configuration says on which boards, unless it is another than what the labels count.
     */
    private List<Map<String, Integer>> parts(JsonNode labels, int count) {
        var counted = new TreeMap<String, Integer>();
        labels.properties().forEach(label -> {
            if (label.getKey().startsWith(MIG) && label.getKey().endsWith(".count")) {
                counted.put(label.getKey().substring(MIG.length(), label.getKey().length() - ".count".length()),
                        number(label.getValue().asText()));
            }
        });
        var laid = new ArrayList<Map<String, Integer>>();
        hardware.layouts().getOrDefault(StoreJson.text(labels, "nvidia.com/mig.config"), List.of()).forEach(part -> {
            for (int i = 0; i < part.gpus(); i++) {
                laid.add(part.instances());
            }
        });
        var sum = new TreeMap<String, Integer>();
        laid.forEach(board -> board.forEach((profile, number) -> sum.merge(profile, number, Integer::sum)));
        return laid.size() == count && sum.equals(counted) ? laid : dealt(counted, count);
    }

    /** Spread evenly, which is right where all boards are divided alike. */
    private static List<Map<String, Integer>> dealt(Map<String, Integer> counted, int boards) {
        var parts = new ArrayList<Map<String, Integer>>();
        for (int i = 0; i < boards; i++) {
            var part = new TreeMap<String, Integer>();
            for (var profile : counted.entrySet()) {
                int each = profile.getValue() / boards + (i < profile.getValue() % boards ? 1 : 0);
                if (each > 0) {
                    part.put(profile.getKey(), each);
                }
            }
            parts.add(part);
        }
        return parts;
    }

    /** The number a text begins with; 0 for none. */
    private static int number(String text) {
        var digits = text.replaceFirst("\\D.*$", "");
        return digits.isEmpty() || digits.length() > 9 ? 0 : Integer.parseInt(digits);
    }
}
