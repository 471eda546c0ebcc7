package tessera.gpu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tessera.kube.scheduling.Taint;
import tessera.model.AllocatedDevice;
import tessera.model.ControllerRef;
import tessera.model.DeviceAttributeValue;
import tessera.model.DeviceCapacity;
import tessera.model.DeviceCounterAmounts;
import tessera.model.DeviceTaint;
import tessera.model.NodeDraDevices;
import tessera.model.ResourceClaim;
import tessera.model.ResourceClaimAllocation;
import tessera.model.ResourceClaimConsumer;
import tessera.model.ResourceSlice;
import tessera.model.ResourceSliceDevice;
import tessera.model.ServerVersion;

/** A node whose boards claims hand out, made up at random, with what is true of each board kept beside. */
final class ClaimedMachine {

    private static final String DRIVER = "gpu.nvidia.com";
    private static final int MEMORY_SLICES = 8;

    private final String name;
    private final Random random;
    private final Sample sample;
    private final List<Board> boards = new ArrayList<>();
    private final List<ResourceClaim> claims = new ArrayList<>();
    private final List<DeviceCounterAmounts> counters = new ArrayList<>();
    private String server = "";
    private boolean gap;

    /** A board: its devices, and what the test knows of it. */
    private static final class Board {
        private final String name;
        private final List<ResourceSliceDevice> devices = new ArrayList<>();
        private boolean held;
        private boolean tainted;
        /** Whether the slice with its devices is missing. */
        private boolean unseen;

        private Board(String name) {
            this.name = name;
        }
    }

    ClaimedMachine(String name, Random random, Sample sample) {
        this.name = name;
        this.random = random;
        this.sample = sample;
    }

    ClaimedMachine whole(int count) {
        for (int at = 0; at < count; at++) {
            var board = board(at);
            board.devices.add(device(board, board.name, "gpu", Map.of(), List.of(), false));
            if (random.nextBoolean()) {
                take(board, board.name, "", 1 + random.nextInt(2));
            }
        }
        return this;
    }

    /** Boards none of which is tainted. */
    ClaimedMachine plain(int count) {
        whole(count);
        boards.forEach(board -> {
            board.tainted = false;
            board.devices.set(0, device(board, board.name, "gpu", Map.of(), List.of(), false));
        });
        return this;
    }

    /** Instances that exist, of boards that are not published themselves. */
    ClaimedMachine instances(int count) {
        for (int at = 0; at < count; at++) {
            var board = board(at);
            for (int instance = 0; instance < 7; instance++) {
                var device = "%s-mig-1g10gb-19-%d".formatted(board.name, instance);
                board.devices.add(device(board, device, "mig", Map.of(), List.of(), false));
                if (random.nextInt(5) == 0) {
                    take(board, device, "", 1);
                }
            }
        }
        return this;
    }

    /** Boards and the partitions that could be made of them: claims have some that do not overlap. */
    ClaimedMachine partitions(int count) {
        for (int at = 0; at < count; at++) {
            var board = board(at);
            var set = board.name + "-counter-set";
            counters.add(new DeviceCounterAmounts(set, slices(0, MEMORY_SLICES)));
            var places = new LinkedHashMap<String, int[]>();
            places.put(board.name, new int[] {0, MEMORY_SLICES});
            IntStream.of(0, 4).forEach(
                    start -> places.put("%s-mig-3g40gb-9-%d".formatted(board.name, start), new int[] {start, 4}));
            IntStream.range(0, 7).forEach(
                    start -> places.put("%s-mig-1g10gb-19-%d".formatted(board.name, start), new int[] {start, 1}));
            places.forEach((device, place) -> board.devices
                    .add(device(board, device, device.equals(board.name) ? "gpu" : "mig", Map.of(),
                            List.of(new DeviceCounterAmounts(set, slices(place[0], place[1]))), false)));
            var left = new boolean[MEMORY_SLICES];
            for (int claim = random.nextInt(4); claim > 0; claim--) {
                var device = List.copyOf(places.keySet()).get(random.nextInt(places.size()));
                var place = places.getOrDefault(device, new int[2]);
                if (IntStream.range(place[0], place[0] + place[1]).noneMatch(slice -> left[slice])) {
                    IntStream.range(place[0], place[0] + place[1]).forEach(slice -> left[slice] = true);
                    take(board, device, "", 1);
                }
            }
        }
        return this;
    }

    private static Map<String, Long> slices(int start, int size) {
        var amounts = new HashMap<String, Long>();
        IntStream.range(start, start + size).forEach(slice -> amounts.put("memory-slice-" + slice, 1L));
        return amounts;
    }

    /** Boards of which several claims may have shares. */
    ClaimedMachine shares(int count) {
        for (int at = 0; at < count; at++) {
            var board = board(at);
            board.devices.add(device(board, board.name, "gpu",
                    Map.of("shares", new DeviceCapacity("4", "1", "1", "", "1", List.of())), List.of(), true));
            for (int share = random.nextInt(5); share > 0; share--) {
                take(board, board.name, "s" + share, 1);
            }
        }
        return this;
    }

    /** Now and then the slice with some of the boards is missing; claims may have these all the same. */
    ClaimedMachine incomplete() {
        if (random.nextInt(3) == 0) {
            gap = true;
            server = random.nextBoolean() ? "v1.34.2" : "v1.35.0";
            boards.forEach(board -> board.unseen = random.nextInt(3) == 0);
            boards.getFirst().unseen = false;
        }
        return this;
    }

    private Board board(int at) {
        var board = new Board("gpu-" + at);
        board.tainted = random.nextInt(4) == 0;
        boards.add(board);
        return board;
    }

    private ResourceSliceDevice device(Board board, String device, String type, Map<String, DeviceCapacity> capacity,
            List<DeviceCounterAmounts> counted, boolean shareable) {
        var own = Map.of(type.equals("gpu") ? "uuid" : "parentUUID", "GPU-" + name + board.name);
        var effect = board.tainted ? "NoExecute" : "None";
        return new ResourceSliceDevice(device, "", Optional.empty(),
                Map.of("type", text(type), "profile", text("1g.10gb"), "productName", text("NVIDIA H100 80GB HBM3")),
                own, capacity, counted,
                random.nextBoolean() || board.tainted
                        ? List.of(new DeviceTaint(new Taint("gpu.nvidia.com/xid", "79", effect), null, ""))
                        : List.of(),
                shareable);
    }

    private static DeviceAttributeValue text(String value) {
        return new DeviceAttributeValue(DeviceAttributeValue.DeviceValueType.STRING, value);
    }

    private void take(Board board, String device, String share, int pods) {
        board.held = true;
        var users = new ArrayList<ResourceClaimConsumer>();
        for (int pod = 0; pod < pods; pod++) {
            var user = "c-%s-%d-%d".formatted(name, claims.size(), pod);
            sample.claiming("a/" + user, name, "c-%s-%d".formatted(name, claims.size()));
            users.add(new ResourceClaimConsumer("pods", user, "uid-a/" + user));
        }
        claim(List.of(new AllocatedDevice("r", DRIVER, name, device, false, share,
                share.isEmpty() ? Map.of() : Map.of("shares", 1L))), users);
    }

    private void claim(List<AllocatedDevice> devices, List<ResourceClaimConsumer> users) {
        claims.add(new ResourceClaim("a", "c-%s-%d".formatted(name, claims.size()), Sample.NOW, false,
                ControllerRef.NONE, false, List.of(), List.of(),
                new ResourceClaimAllocation(devices, name, Optional.empty(), null), users));
    }

    /** Publishes it; a monitor looks on at every device, and slices of an older generation are still there. */
    ClaimedMachine publish() {
        claim(boards.stream().flatMap(board -> board.devices.stream())
                .map(device -> new AllocatedDevice("all", DRIVER, name, device.name(), true, "", Map.of())).toList(),
                List.of());
        var slices = new ArrayList<ResourceSlice>();
        slices.add(slice("old", 1, 1,
                boards.stream().filter(board -> counters.isEmpty()).flatMap(board -> board.devices.stream()).toList(),
                List.of()));
        int count = gap ? 3 : 2;
        slices.add(slice("counters", 2, count, List.of(), counters));
        slices.add(slice("devices", 2, count,
                boards.stream().filter(board -> !board.unseen).flatMap(board -> board.devices.stream()).toList(),
                List.of()));
        sample.published(name, new NodeDraDevices(slices, claims, true, true, new ServerVersion(server, "")));
        return this;
    }

    private ResourceSlice slice(String of, int generation, int count, List<ResourceSliceDevice> devices,
            List<DeviceCounterAmounts> sets) {
        return new ResourceSlice(name + "-" + of, DRIVER, name, generation, count, name, Optional.empty(), devices,
                sets);
    }

    /** Those that are seen, and those that claims have though they are not. */
    long total() {
        return boards.stream().filter(board -> !board.unseen || board.held).count();
    }

    long held() {
        return boards.stream().filter(board -> board.held).count();
    }

    Set<Integer> heldBoards() {
        return boards.stream().filter(board -> board.held).map(boards::indexOf).collect(Collectors.toSet());
    }

    long outOfService() {
        boolean skipped = gap && server.equals("v1.35.0");
        return boards.stream().filter(board -> !board.held && !board.unseen && (skipped || board.tainted)).count();
    }

    boolean gap() {
        return gap;
    }
}
