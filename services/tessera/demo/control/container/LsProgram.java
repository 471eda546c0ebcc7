package tessera.demo.control.container;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The program {@code ls}. */
record LsProgram(ContainerFiles files, ProgramConsole console) {

    int run(List<String> words, String folder) throws IOException {
        var options = words.stream().skip(1).filter(word -> word.startsWith("-")).toList();
        var places = new ArrayList<>(words.stream().skip(1).filter(word -> !word.startsWith("-")).toList());
        if (places.isEmpty()) {
            places.add(".");
        }
        boolean detailed = options.stream().anyMatch(option -> option.contains("l"));
        boolean all = options.stream().anyMatch(option -> option.contains("a"));
        int code = 0;
        for (var place : places) {
            var path = ContainerFiles.from(folder, place);
            if (files.size(path) >= 0) {
                line(place, path, detailed);
            } else if (files.folderAt(path)) {
                if (places.size() > 1) {
                    console.out(place + ":\n");
                }
                inside(path, detailed, all);
            } else {
                console.err("ls: cannot access '" + place + "': No such file or directory\n");
                code = 2;
            }
        }
        return code;
    }

    private void inside(String folder, boolean detailed, boolean all) throws IOException {
        if (detailed) {
            console.out("total " + 4 * files.names(folder).size() + "\n");
        }
        for (var name : all ? List.of(".", "..") : List.<String>of()) {
            line(name, folder, detailed);
        }
        for (var name : files.names(folder)) {
            line(name, ContainerFiles.from(folder, name), detailed);
        }
    }

    private void line(String name, String path, boolean detailed) throws IOException {
        long size = files.size(path);
        var details = size < 0
                ? "drwxr-xr-x 2 root root %5d ".formatted(4096)
                : "-rw-r--r-- 1 root root %5d ".formatted(size);
        console.out((detailed ? details : "") + name + "\n");
    }
}
