package tessera.demo.fleet.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a fleet larger than the story has besides: more of the same machines, and more of the same work on them. */
final class Growth {

    private static final int NODES_IN_A_RACK = 6;
    /** More pods than this are not put on one node, so that the largest fleets stay affordable. */
    private static final int PODS_ON_A_NODE = 8;
    private static final int NODES_FOR_ONE_WAITING = 100;

    private final Mint mint;
    private final Map<String, Line> examples = new HashMap<>();
    private final Map<String, Integer> stood = new HashMap<>();
    private final Script script = Scripts.read("growth.json", Script.class);
    private final Map<String, Field> fields = new HashMap<>();
    private final List<Workload> workloads = new ArrayList<>();
    private final Map<String, Integer> names = new HashMap<>();

    /**
     * How fleets grow.
     *
     * @param models  of a hundred machines, how many are of each model
     * @param layouts MIG layouts to choose from, by model
     * @param crops   kinds of work
     * @param waiting kinds of work for which there is never a node
     */
    private record Script(Map<String, Integer> models, Map<String, List<String>> layouts, List<Crop> crops,
            List<Crop> waiting) {}

    /**
     * A kind of work.
     *
     * @param models on which it runs
     * @param like   the workload of the story that it resembles
     * @param most   how many pods one such workload has at most
     * @param weight how often it is chosen
     */
    private record Crop(List<String> models, String like, String name, Map<String, Integer> wants,
            Map<String, String> select, int most, int weight) {}

    /** The workload that is being spread over nodes of some kind. */
    private static final class Field {

        private final Workload workload;
        private int left;

        private Field(Workload workload, int left) {
            this.workload = workload;
            this.left = left;
        }
    }

    Growth(Mint mint, Story story) {
        this.mint = mint;
        story.workloads().forEach(line -> examples.put(line.name(), line));
        story.nodes().forEach(machine -> stood.merge(machine.model(), 1, Integer::sum));
    }

    List<Story.Machine> machines(int count) {
        var machines = new ArrayList<Story.Machine>();
        int rest = count;
        for (var model : script.models().entrySet()) {
            boolean last = model.getKey().equals("cpu");
            int number = last ? rest : Math.min(rest, count * model.getValue() / 100);
            for (int i = 0; i < number; i++) {
                machines.add(machine(model.getKey(), stood.getOrDefault(model.getKey(), 0) + i + 1));
            }
            rest -= number;
        }
        return machines;
    }

    private Story.Machine machine(String model, int number) {
        var name = "%s-%02d".formatted(model, number);
        int rack = number / NODES_IN_A_RACK;
        var zone = List.of("a", "b", "c").get(rack % 3);
        var layouts = script.layouts().getOrDefault(model, List.of(""));
        int chance = mint.number("state/" + name, 1000);
        var state = chance < 4 ? "LOST" : chance < 10 ? "CORDONED" : chance < 14 ? "UNHEALTHY" : "";
        if (chance >= 14 && chance < 17 && model.equals("h100")) {
            state = "DRIVERLESS";
        }
        int slices = model.equals("l40s") && mint.number("slices/" + name, 2) == 0 ? 4 : 0;
        return new Story.Machine(name, model, zone, "r" + (100 + rack),
                layouts.get(mint.number("layout/" + name, layouts.size())), slices, false, state, "");
    }

    List<Workload> fill(List<NodePlan> nodes, Instant now) {
        for (var node : nodes) {
            int busy = mint.number("busy/" + node.name(), 100);
            int pods = busy < 8 ? 0 : busy < 22 ? 1 + busy % 3 : PODS_ON_A_NODE;
            int sown = node.state() == NodePlan.State.DRIVERLESS ? pods : 0;
            while (sown < pods && sow(node, sown, now)) {
                sown++;
            }
        }
        for (int i = 0; i < nodes.size() / NODES_FOR_ONE_WAITING; i++) {
            var crop = script.waiting().get(i % script.waiting().size());
            begin(crop, now).add(mint.letters("waiting/" + i, 5), null, place("", "WAITING"),
                    now.minusSeconds(60 + mint.number("waits/" + i, 7200)));
        }
        return List.copyOf(workloads);
    }

    /** Puts one more pod on the node; false when nothing fits any more. */
    private boolean sow(NodePlan node, int index, Instant now) {
        var key = node.name() + "/" + index;
        var crops = script.crops().stream().filter(crop -> crop.models().contains(node.model().id())
                && crop.wants().entrySet().stream().allMatch(want -> node.free(want.getKey()) >= want.getValue()))
                .toList();
        var crop = choose(crops, "crop/" + key);
        if (crop == null) {
            return false;
        }
        var ground = crop.name() + "/" + node.model().id();
        var field = fields.get(ground);
        if (field == null || field.left == 0) {
            field = new Field(begin(crop, now), 1 + mint.number("most/" + key, crop.most()));
            fields.put(ground, field);
        }
        if (!node.take(field.workload.line())) {
            return false;
        }
        field.left--;
        var since = Duration.between(field.workload.createdAt(), now).toSeconds();
        var born = field.workload.createdAt().plusSeconds(1 + mint.number("born/" + key, (int) (since / 2)));
        var state = state(node, field.workload.line(), key);
        // Whoever is held back from starting again has run before.
        boolean again = state.equals("CRASHING") || mint.number("restarts/" + key, 60) == 0;
        int restarts = again ? 1 + mint.number("times/" + key, 6) : 0;
        var place = new Line.Place(node.name(), 1, state, "", "", restarts);
        field.workload.add(mint.letters("pod/" + key, 5), node, place, born);
        return true;
    }

    private String state(NodePlan node, Line line, String key) {
        if (node.state() == NodePlan.State.LOST) {
            return "STRANDED";
        }
        int chance = mint.number("fate/" + key, 1000);
        if (line.kind().equals("Deployment")) {
            return chance < 4 ? "CRASHING" : chance < 6 ? "PULLING" : chance < 9 ? "LEAVING" : "RUNNING";
        }
        return line.kind().equals("Job") && chance < 4 ? "FAILED" : "RUNNING";
    }

    private @Nullable Crop choose(List<Crop> crops, String key) {
        int sum = crops.stream().mapToInt(Crop::weight).sum();
        int ticket = sum == 0 ? 0 : mint.number(key, sum);
        for (var crop : crops) {
            ticket -= crop.weight();
            if (ticket < 0) {
                return crop;
            }
        }
        return null;
    }

    private Workload begin(Crop crop, Instant now) {
        var example = examples.get(crop.like());
        var name = crop.name() + "-" + (names.merge(crop.name(), 1, Integer::sum) + 1);
        var age = Duration.ofMinutes(90 + mint.number("age/" + name, 20 * 24 * 60));
        var select = crop.select() == null ? Map.<String, String>of() : crop.select();
        if (example == null) {
            throw new IllegalStateException("No such workload in the story: " + crop.like());
        }
        var line = example.like(name, crop.wants(), select, age);
        var workload = new Workload(line, now.minus(age), mint.letters("revision/" + name, 10));
        workloads.add(workload);
        return workload;
    }

    private static Line.Place place(String node, String state) {
        return new Line.Place(node, 1, state, "", "", 0);
    }
}
