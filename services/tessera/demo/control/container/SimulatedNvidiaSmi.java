package tessera.demo.control.container;

import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tessera.demo.telemetry.SimulatedAssignedDevice;
import tessera.demo.telemetry.SimulatedMigInstance;
import tessera.demo.telemetry.SimulatedPhysicalGpu;

/** The program {@code nvidia-smi}: the GPUs granted to a container, with their driver's readings. */
record SimulatedNvidiaSmi(SimulatedContainerContext environment) {

    private static final DateTimeFormatter HEAD = DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final String EDGE = "+" + "-".repeat(89) + "+\n";
    private static final String RULE = "+" + "-".repeat(41) + "+" + "-".repeat(24) + "+" + "-".repeat(22) + "+\n";

    int run(List<String> texts, SimulatedProgramInputOutput console) throws IOException, InterruptedException {
        var options = texts.subList(1, texts.size());
        if (options.equals(List.of("-L")) || options.equals(List.of("--list-gpus"))) {
            printList(console);
        } else if (options.equals(List.of("mig", "-lgi"))) {
            return printInstances(console);
        } else if (!options.isEmpty() && options.getFirst().equals("dmon")) {
            return new SimulatedNvidiaSmiDmon(environment, visibleBoards()).run(options, console);
        } else if (options.equals(List.of("topo", "-m")) || options.equals(List.of("topo", "--matrix"))) {
            new SimulatedNvidiaSmiTopo(visibleBoards()).print(console);
        } else if (options.isEmpty()) {
            printTable(console);
        } else {
            console.printOutput("ERROR: Option %s is not recognized. Please run 'nvidia-smi -h'.\n\n"
                    .formatted(options.getFirst()));
            return 255;
        }
        return 0;
    }

    /** Returns the visible boards; the position is the number under which the container sees one. */
    private List<SimulatedPhysicalGpu> visibleBoards() {
        return environment.devices().stream().map(SimulatedAssignedDevice::physicalGpu).distinct().toList();
    }

    private List<SimulatedAssignedDevice> devicesOn(SimulatedPhysicalGpu physicalGpu) {
        return environment.devices().stream().filter(unit -> unit.physicalGpu().equals(physicalGpu)).toList();
    }

    private void printList(SimulatedProgramInputOutput console) throws IOException {
        var boards = visibleBoards();
        for (var physicalGpu : boards) {
            console.printOutput(
                    "GPU %d: %s (UUID: %s)\n".formatted(boards.indexOf(physicalGpu), physicalGpu.model().name(),
                            physicalGpu.uuid()));
            int number = 0;
            for (var unit : devicesOn(physicalGpu)) {
                if (unit.instance() != null) {
                    console.printOutput(
                            "  MIG %-11s Device %2d: (UUID: %s)\n".formatted(unit.instance().profile(), number++,
                                    unit.uuid()));
                }
            }
        }
    }

    private int printInstances(SimulatedProgramInputOutput console) throws IOException {
        var boards = visibleBoards();
        if (boards.stream().noneMatch(SimulatedPhysicalGpu::isMigEnabled)) {
            console.printOutput("No MIG-enabled devices found.\n");
            return 0;
        }
        var edge = "+" + "-".repeat(55) + "+\n";
        console.printOutput(edge + """
                | GPU instances:                                        |
                | GPU   Name             Profile  Instance   Placement  |
                |                          ID       ID       Start:Size |
                |=======================================================|
                """);
        for (var physicalGpu : boards) {
            var sorted = physicalGpu.instances().stream()
                    .sorted(Comparator.comparing(SimulatedMigInstance::profile)
                            .thenComparingInt(SimulatedMigInstance::id))
                    .toList();
            for (var instance : sorted) {
                console.printOutput(
                        "|%4d  MIG %-14s%4d%9d%11d:%d     |\n".formatted(boards.indexOf(physicalGpu),
                                instance.profile(),
                                instance.profileId(), instance.id(), instance.start(), instance.size()) + edge);
            }
        }
        return 0;
    }

    private void printTable(SimulatedProgramInputOutput console) throws IOException {
        console.printOutput(HEAD.format(environment.now()) + "       \n" + EDGE);
        console.printOutput(
                "| NVIDIA-SMI %-23sDriver Version: %-15sCUDA Version: 13.0     |\n".formatted(
                        environment.driverVersion(),
                        environment.driverVersion()));
        console.printOutput(RULE + """
                | GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |
                | Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |
                |                                         |                        |               MIG M. |
                |=========================================+========================+======================|
                """);
        var boards = visibleBoards();
        for (var physicalGpu : boards) {
            printRow(boards.indexOf(physicalGpu), physicalGpu, console);
        }
        console.printOutput("\n" + EDGE + """
                | Processes:                                                                              |
                |  GPU   GI   CI              PID   Type   Process name                        GPU Memory |
                |        ID   ID                                                               Usage      |
                |=========================================================================================|
                |  No running processes found                                                             |
                """ + EDGE);
    }

    private void printRow(int number, SimulatedPhysicalGpu physicalGpu, SimulatedProgramInputOutput console)
            throws IOException {
        var readings = devicesOn(physicalGpu).stream().map(environment::telemetryOf).toList();
        var condition = readings.getFirst().condition();
        int used = readings.stream().mapToInt(reading -> reading.memory().used()).sum();
        var busy = physicalGpu.isMigEnabled() ? "N/A" : Math.round(100 * readings.getFirst().engine()) + "%";
        console.printOutput(
                "| %3d  %-28.28s   On  |   %s Off | %20s |\n".formatted(number, physicalGpu.model().name(),
                        physicalGpu.bus(),
                        physicalGpu.isMigEnabled() ? "On" : "0"));
        console.printOutput(
                "| N/A   %2dC    P0            %3.0fW / %4.0fW | %7dMiB / %6dMiB | %7s      Default |\n".formatted(
                        condition.temperature(), condition.power(), physicalGpu.model().limit(), used,
                        physicalGpu.memory(), busy));
        console.printOutput(
                "| %39s | %22s | %20s |\n".formatted("", "", physicalGpu.isMigEnabled() ? "Enabled" : "Disabled")
                        + RULE);
    }
}
