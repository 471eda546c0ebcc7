package tessera.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.launch.LaunchDraft.DraftContext;
import tessera.lint.manifest.ContainerRequest;
import tessera.model.ShellWord;

/**
 * What a manifest answers to the questions of a template. Where an answer goes is found by filling the template in with
 * words that nobody uses; an answer is taken only if the template filled in with it is more like the manifest than before.
 */
final class ReadBack {

    private static final String PROBE = "probeqz";
    private static final String DOMAIN = PROBE + ".example/z";

    private final DraftContext ground;
    private final FlatManifest typed;

    ReadBack(DraftContext ground, FlatManifest typed) {
        this.ground = ground;
        this.typed = typed;
    }

    /** The answers, beginning with those that held before. */
    Map<String, String> read(Map<String, String> before) {
        Map<String, String> answers = new LinkedHashMap<>(before);
        int distance = distance(answers);
        for (var parameter : ground.template().parameters()) {
            if (distance == 0) {
                break;
            }
            for (var candidate : candidates(parameter, answers)) {
                var tried = put(answers, parameter, candidate);
                int then = parameter.complaint(candidate).isPresent() ? distance : distance(tried);
                if (then < distance) {
                    distance = then;
                    answers = tried;
                }
            }
        }
        return answers;
    }

    private int distance(Map<String, String> answers) {
        return typed.differences(filled(answers));
    }

    private FlatManifest filled(Map<String, String> answers) {
        return FlatManifest.of(ground.fill(answers).yaml());
    }

    private static Map<String, String> put(Map<String, String> answers, TemplateParameter parameter, String value) {
        var changed = new LinkedHashMap<>(answers);
        if (value.equals(parameter.usual())) {
            changed.remove(parameter.key());
        } else {
            changed.put(parameter.key(), value);
        }
        return changed;
    }

    private Set<String> candidates(TemplateParameter parameter, Map<String, String> answers) {
        if (parameter.type() == TemplateParameter.ParameterType.FLAG) {
            return Set.of("true", "false");
        }
        if (!parameter.values().isEmpty()) {
            return new LinkedHashSet<>(parameter.values());
        }
        return switch (parameter.type()) {
            case RESOURCE -> resources(with(answers, parameter, DOMAIN));
            case LABELS -> labels(parameter, answers);
            case TOLERATIONS -> tolerations(with(answers, parameter, DOMAIN + ":NoSchedule"));
            default -> scalars(parameter, answers);
        };
    }

    private FlatManifest with(Map<String, String> answers, TemplateParameter parameter, String value) {
        var changed = new LinkedHashMap<>(answers);
        changed.put(parameter.key(), value);
        return filled(changed);
    }

    /** Devices that are named where the template names its own, but for those that are the answer to something else. */
    private Set<String> resources(FlatManifest probed) {
        return places(probed, DOMAIN).stream().flatMap(place -> typed.under(place).stream()
                .filter(name -> probed.text(FlatManifest.with(place, name)).isEmpty()))
                .filter(ContainerRequest::extended)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Where a key stands. */
    private static Set<List<String>> places(FlatManifest probed, String key) {
        var places = new LinkedHashSet<List<String>>();
        for (var path : probed.leaves().keySet()) {
            int at = path.indexOf(key);
            if (at > 0) {
                places.add(path.subList(0, at));
            }
        }
        return places;
    }

    private Set<String> labels(TemplateParameter parameter, Map<String, String> answers) {
        var found = new LinkedHashSet<String>();
        var without = with(answers, parameter, "");
        for (var place : places(with(answers, parameter, DOMAIN + "=z"), DOMAIN)) {
            found.add(typed.under(place).stream().filter(key -> without.text(FlatManifest.with(place, key)).isEmpty())
                    .map(key -> key + "=" + typed.text(FlatManifest.with(place, key)))
                    .collect(Collectors.joining(",")));
        }
        return found;
    }

    private Set<String> tolerations(FlatManifest probed) {
        var found = new LinkedHashSet<String>();
        for (var place : places(probed, "[" + DOMAIN + "]")) {
            found.add(typed.under(place).stream().map(entry -> toleration(FlatManifest.with(place, entry)))
                    .collect(Collectors.joining(",")));
        }
        return found;
    }

    private String toleration(List<String> entry) {
        var value = typed.text(FlatManifest.with(entry, "value"));
        return typed.text(FlatManifest.with(entry, "key")) + (value.isEmpty() ? "" : "=" + value) + ":"
                + typed.text(FlatManifest.with(entry, "effect"));
    }

    /** What stands where the answer goes, be it a part of a text. */
    private Set<String> scalars(TemplateParameter parameter, Map<String, String> answers) {
        var found = new LinkedHashSet<String>();
        var probed = with(answers, parameter, PROBE);
        boolean words = parameter.type() == TemplateParameter.ParameterType.WORDS;
        probed.leaves().forEach((path, leaf) -> {
            int at = leaf.text().indexOf(PROBE);
            boolean once = at >= 0 && leaf.text().indexOf(PROBE, at + 1) < 0;
            if (once && words && path.getLast().matches("\\d+")) {
                words(path, probed).ifPresent(found::add);
            } else if (once) {
                part(path, leaf.text().substring(0, at), leaf.text().substring(at + PROBE.length()))
                        .ifPresent(found::add);
            }
        });
        if (!parameter.needed()) {
            found.add("");
        }
        return found;
    }

    private Optional<String> part(List<String> path, String before, String behind) {
        var text = typed.text(path);
        boolean fits = text.length() >= before.length() + behind.length() && text.startsWith(before)
                && text.endsWith(behind);
        return fits ? Optional.of(text.substring(before.length(), text.length() - behind.length())) : Optional.empty();
    }

    /** Words of a list, of which some in front and some behind are the template's own. */
    private Optional<String> words(List<String> path, FlatManifest probed) {
        var list = path.subList(0, path.size() - 1);
        int front = Integer.parseInt(path.getLast());
        int behind = probed.under(list).size() - front - 1;
        var entries = typed.under(list);
        if (entries.size() <= front + behind) {
            return Optional.empty();
        }
        var words = new ArrayList<String>();
        entries.subList(front, entries.size() - behind)
                .forEach(entry -> words.add(typed.text(FlatManifest.with(list, entry))));
        return Optional.of(words.stream().map(ShellWord::quoted).collect(Collectors.joining(" ")));
    }
}
