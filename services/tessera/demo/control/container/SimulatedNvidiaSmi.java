package tessera.demo.control.container;

import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
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

    /** The command {@code nvidia-smi dmon}: one line per GPU and second, until interrupted or the count is reached. */
    private record SimulatedNvidiaSmiDmon(SimulatedContainerContext environment, List<SimulatedPhysicalGpu> gpus) {

        private static final String HEAD = """
                # gpu    pwr  gtemp  mtemp     sm    mem    enc    dec    jpg    ofa   mclk   pclk
                # Idx      W      C      C      %      %      %      %      %      %    MHz    MHz
                """;
        private static final Pattern COUNT = Pattern.compile("\\d{1,6}");
        private static final int HEADING = 20;

        int run(List<String> options, SimulatedProgramInputOutput console) throws IOException, InterruptedException {
            int at = options.indexOf("-c");
            long count = Long.MAX_VALUE;
            if (at >= 0) {
                if (at + 1 >= options.size() || !COUNT.matcher(options.get(at + 1)).matches()) {
                    console.printOutput("Option \"-c\" requires a number.\n");
                    return 2;
                }
                count = Long.parseLong(options.get(at + 1));
            }
            for (long time = 0; time < count; time++) {
                if (time > 0) {
                    console.pause(Duration.ofSeconds(1));
                }
                if (time % HEADING == 0) {
                    console.printOutput(HEAD);
                }
                for (var physicalGpu : gpus) {
                    printLine(physicalGpu, console);
                }
            }
            return 0;
        }

        private void printLine(SimulatedPhysicalGpu physicalGpu, SimulatedProgramInputOutput console)
                throws IOException {
            var reading = environment.signals().samplesOf(environment.node()).stream()
                    .filter(sample -> sample.unit().physicalGpu().uuid().equals(physicalGpu.uuid())).findFirst();
            if (reading.isEmpty()) {
                console.printOutput("%5d      -      -      -      -      -      -      -      -      -      -      -\n"
                        .formatted(gpus.indexOf(physicalGpu)));
                return;
            }
            var now = reading.get();
            var condition = now.condition();
            // What is divided has no rates of its own.
            var busy = physicalGpu.isMigEnabled() ? "-" : Long.toString(Math.round(100 * now.engine()));
            var memory = physicalGpu.isMigEnabled() ? "-" : Long.toString(Math.round(100 * now.dram()));
            console.printOutput("%5d %6.0f %6d %6d %6s %6s %6d %6d %6d %6d %6d %6d\n".formatted(
                    gpus.indexOf(physicalGpu),
                    condition.power(), condition.temperature(), condition.memoryTemperature(), busy, memory, 0, 0, 0, 0,
                    condition.memoryClock(), condition.clock()));
        }
    }

    /** The command {@code nvidia-smi topo -m}: the interconnect between the visible GPUs. */
    private record SimulatedNvidiaSmiTopo(List<SimulatedPhysicalGpu> gpus) {

        private static final Pattern LINKED = Pattern.compile("H100|H200|H800|B200|GB200|HGX");
        private static final Pattern LINKED_BEFORE = Pattern.compile("A100.{0,60}SXM|A100-SXM");
        /** Of eight, four are at each of two processors. */
        private static final int AT_ONE = 4;
        private static final int CORES = 56;
        /** Written even to what is no terminal. */
        private static final String UNDERLINED = "\u001b[4m";
        private static final String PLAIN = "\u001b[0m";

        void print(SimulatedProgramInputOutput console) throws IOException {
            console.printOutput("\t" + UNDERLINED
                    + String.join("\t", gpus.stream().map(physicalGpu -> "GPU" + gpus.indexOf(physicalGpu)).toList())
                    + "\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID" + PLAIN + "\n");
            for (var physicalGpu : gpus) {
                var line = new StringBuilder("GPU").append(gpus.indexOf(physicalGpu));
                gpus.forEach(other -> line.append('\t').append(linkText(physicalGpu, other)));
                int side = physicalGpu.index() / AT_ONE;
                line.append("\t%d-%d\t%d\t\tN/A\n".formatted(side * CORES, side * CORES + CORES - 1, side));
                console.printOutput(line.toString());
            }
            console.printOutput(
                    """

                            Legend:

                              X    = Self
                              SYS  = Connection traversing PCIe as well as the SMP interconnect between NUMA nodes (e.g., QPI/UPI)
                              NODE = Connection traversing PCIe as well as the interconnect between PCIe Host Bridges within a NUMA node
                              PHB  = Connection traversing PCIe as well as a PCIe Host Bridge (typically the CPU)
                              PXB  = Connection traversing multiple PCIe bridges (without traversing the PCIe Host Bridge)
                              PIX  = Connection traversing at most a single PCIe bridge
                              NV#  = Connection traversing a bonded set of # NVLinks
                            """);
        }

        private static String linkText(SimulatedPhysicalGpu one, SimulatedPhysicalGpu other) {
            if (one.equals(other)) {
                return " X ";
            }
            var name = one.model().name();
            if (LINKED.matcher(name).find() && !name.contains("PCIe")) {
                return "NV18";
            }
            if (LINKED_BEFORE.matcher(name).find()) {
                return "NV12";
            }
            return one.index() / AT_ONE == other.index() / AT_ONE ? "NODE" : "SYS";
        }
    }
}
