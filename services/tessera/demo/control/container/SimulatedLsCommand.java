package tessera.demo.control.container;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The program {@code ls}. */
record SimulatedLsCommand(SimulatedContainerFiles files, SimulatedProgramInputOutput console) {

    int run(List<String> texts, String folder) throws IOException {
        var options = texts.stream().skip(1).filter(word -> word.startsWith("-")).toList();
        var places = new ArrayList<>(texts.stream().skip(1).filter(word -> !word.startsWith("-")).toList());
        if (places.isEmpty()) {
            places.add(".");
        }
        boolean detailed = options.stream().anyMatch(option -> option.contains("l"));
        boolean all = options.stream().anyMatch(option -> option.contains("a"));
        int code = 0;
        for (var place : places) {
            var path = SimulatedContainerFiles.resolvePath(folder, place);
            if (files.sizeOf(path) >= 0) {
                printEntry(place, path, detailed);
            } else if (files.isFolder(path)) {
                if (places.size() > 1) {
                    console.printOutput(place + ":\n");
                }
                listFolder(path, detailed, all);
            } else {
                console.printError("ls: cannot access '" + place + "': No such file or directory\n");
                code = 2;
            }
        }
        return code;
    }

    private void listFolder(String folder, boolean detailed, boolean all) throws IOException {
        if (detailed) {
            console.printOutput("total " + 4 * files.namesIn(folder).size() + "\n");
        }
        for (var name : all ? List.of(".", "..") : List.<String>of()) {
            printEntry(name, folder, detailed);
        }
        for (var name : files.namesIn(folder)) {
            printEntry(name, SimulatedContainerFiles.resolvePath(folder, name), detailed);
        }
    }

    private void printEntry(String name, String path, boolean detailed) throws IOException {
        long size = files.sizeOf(path);
        var details = size < 0
                ? "drwxr-xr-x 2 root root %5d ".formatted(4096)
                : "-rw-r--r-- 1 root root %5d ".formatted(size);
        console.printOutput((detailed ? details : "") + name + "\n");
    }
}
