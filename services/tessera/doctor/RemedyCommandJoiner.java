package tessera.doctor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The commands for several objects with the same finding. */
final class RemedyCommandJoiner {

    /** What takes any number of names. */
    private static final Pattern SEVERAL = Pattern.compile("kubectl (-n \\S+ )?(describe|delete) (node|pod) .*"
            + "|tessera plan (cordon|uncordon|drain|label|mend-mig|delete) .*");
    private static final String NAME = "{}";
    private static final Pattern PLACE = Pattern.compile("(?<!\\S)\\S*" + Pattern.quote(NAME));
    private static final String HOST = "kubernetes.io/hostname=";

    private RemedyCommandJoiner() {}

    /** The commands of one object, with the name in them that differs from object to object. */
    record ObjectRemedyCommands(String name, List<String> commands) {}

    /** Returns one command for all of them where there is one, or else one for each. */
    static List<String> joinCommands(List<ObjectRemedyCommands> group) {
        var first = group.getFirst();
        if (group.stream().anyMatch(command -> command.commands().size() != first.commands().size())) {
            return group.stream().flatMap(command -> command.commands().stream()).distinct().toList();
        }
        var names = group.stream().map(ObjectRemedyCommands::name).toList();
        var all = new LinkedHashSet<String>();
        for (int at = 0; at < first.commands().size(); at++) {
            var shapes = new LinkedHashSet<String>();
            var each = new ArrayList<String>();
            for (var of : group) {
                shapes.add(commandTemplate(of.commands().get(at), of.name()));
                each.add(of.commands().get(at));
            }
            var shape = shapes.getFirst();
            if (shapes.size() == 1 && SEVERAL.matcher(shape).matches() && shape.contains(NAME)) {
                all.add(joinNames(shape, names));
            } else if (shapes.size() == 1 && shape.endsWith(HOST + NAME)) {
                all.add(shape.replace(HOST + NAME,
                        "'kubernetes.io/hostname in (%s)'".formatted(String.join(",", names))));
            } else {
                all.addAll(each);
            }
        }
        return List.copyOf(all);
    }

    /** Puts all names in place of one, each with the namespace that stands before it. */
    private static String joinNames(String shape, List<String> names) {
        var place = PLACE.matcher(shape);
        if (place.find()) {
            return shape.replace(place.group(),
                    names.stream().map(name -> place.group().replace(NAME, name)).collect(Collectors.joining(" ")));
        }
        return shape;
    }

    private static String commandTemplate(String command, String name) {
        return command.replaceAll("(?<=[ =/])" + Pattern.quote(name) + "(?= |$)", NAME);
    }
}
