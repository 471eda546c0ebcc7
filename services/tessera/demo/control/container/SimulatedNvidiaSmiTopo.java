package tessera.demo.control.container;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import tessera.demo.telemetry.SimulatedPhysicalGpu;

/** The command {@code nvidia-smi topo -m}: the interconnect between the visible GPUs. */
record SimulatedNvidiaSmiTopo(List<SimulatedPhysicalGpu> gpus) {

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
