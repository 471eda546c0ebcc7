package tessera.demo.control.container;

import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tessera.demo.telemetry.GrantedDevice;
import tessera.demo.telemetry.MigInstance;
import tessera.demo.telemetry.SimulatedBoard;

/** The program {@code nvidia-smi}: which GPUs a container was given, and what their driver tells of them. */
record NvidiaTool(ContainerScene scene) {

    private static final DateTimeFormatter HEAD = DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final String EDGE = "+" + "-".repeat(89) + "+\n";
    private static final String RULE = "+" + "-".repeat(41) + "+" + "-".repeat(24) + "+" + "-".repeat(22) + "+\n";

    int run(List<String> words, ProgramConsole console) throws IOException, InterruptedException {
        var options = words.subList(1, words.size());
        if (options.equals(List.of("-L")) || options.equals(List.of("--list-gpus"))) {
            list(console);
        } else if (options.equals(List.of("mig", "-lgi"))) {
            return instances(console);
        } else if (!options.isEmpty() && options.getFirst().equals("dmon")) {
            return new NvidiaMonitor(scene, boards()).run(options, console);
        } else if (options.equals(List.of("topo", "-m")) || options.equals(List.of("topo", "--matrix"))) {
            new NvidiaTopology(boards()).print(console);
        } else if (options.isEmpty()) {
            table(console);
        } else {
            console.out("ERROR: Option %s is not recognized. Please run 'nvidia-smi -h'.\n\n"
                    .formatted(options.getFirst()));
            return 255;
        }
        return 0;
    }

    /** The boards that can be seen, numbered as they are seen: by their position here. */
    private List<SimulatedBoard> boards() {
        return scene.devices().stream().map(GrantedDevice::board).distinct().toList();
    }

    private List<GrantedDevice> on(SimulatedBoard board) {
        return scene.devices().stream().filter(unit -> unit.board().equals(board)).toList();
    }

    private void list(ProgramConsole console) throws IOException {
        var boards = boards();
        for (var board : boards) {
            console.out("GPU %d: %s (UUID: %s)\n".formatted(boards.indexOf(board), board.make().name(), board.uuid()));
            int number = 0;
            for (var unit : on(board)) {
                if (unit.instance() != null) {
                    console.out("  MIG %-11s Device %2d: (UUID: %s)\n".formatted(unit.instance().profile(), number++,
                            unit.uuid()));
                }
            }
        }
    }

    private int instances(ProgramConsole console) throws IOException {
        var boards = boards();
        if (boards.stream().noneMatch(SimulatedBoard::divided)) {
            console.out("No MIG-enabled devices found.\n");
            return 0;
        }
        var edge = "+" + "-".repeat(55) + "+\n";
        console.out(edge + """
                | GPU instances:                                        |
                | GPU   Name             Profile  Instance   Placement  |
                |                          ID       ID       Start:Size |
                |=======================================================|
                """);
        for (var board : boards) {
            var sorted = board.instances().stream()
                    .sorted(Comparator.comparing(MigInstance::profile).thenComparingInt(MigInstance::id)).toList();
            for (var each : sorted) {
                console.out("|%4d  MIG %-14s%4d%9d%11d:%d     |\n".formatted(boards.indexOf(board), each.profile(),
                        each.profileId(), each.id(), each.start(), each.size()) + edge);
            }
        }
        return 0;
    }

    private void table(ProgramConsole console) throws IOException {
        console.out(HEAD.format(scene.now()) + "       \n" + EDGE);
        console.out("| NVIDIA-SMI %-23sDriver Version: %-15sCUDA Version: 13.0     |\n".formatted(scene.driver(),
                scene.driver()));
        console.out(RULE + """
                | GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |
                | Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |
                |                                         |                        |               MIG M. |
                |=========================================+========================+======================|
                """);
        var boards = boards();
        for (var board : boards) {
            row(boards.indexOf(board), board, console);
        }
        console.out("\n" + EDGE + """
                | Processes:                                                                              |
                |  GPU   GI   CI              PID   Type   Process name                        GPU Memory |
                |        ID   ID                                                               Usage      |
                |=========================================================================================|
                |  No running processes found                                                             |
                """ + EDGE);
    }

    private void row(int number, SimulatedBoard board, ProgramConsole console) throws IOException {
        var readings = on(board).stream().map(scene::reading).toList();
        var condition = readings.getFirst().condition();
        int used = readings.stream().mapToInt(reading -> reading.memory().used()).sum();
        var busy = board.divided() ? "N/A" : Math.round(100 * readings.getFirst().engine()) + "%";
        console.out("| %3d  %-28.28s   On  |   %s Off | %20s |\n".formatted(number, board.make().name(), board.bus(),
                board.divided() ? "On" : "0"));
        console.out("| N/A   %2dC    P0            %3.0fW / %4.0fW | %7dMiB / %6dMiB | %7s      Default |\n".formatted(
                condition.temperature(), condition.power(), board.make().limit(), used, board.memory(), busy));
        console.out("| %39s | %22s | %20s |\n".formatted("", "", board.divided() ? "Enabled" : "Disabled") + RULE);
    }
}
